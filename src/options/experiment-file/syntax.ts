import { Composer, type CST, LineCounter, type ParsedNode, Parser } from 'yaml';

/** Something wrong at a place of the text, in a field by the names that stand there. */
export interface Trouble {
  readonly offset: number;
  readonly field: string;
  readonly expected: string;
  readonly received: string;
}

export interface Syntax {
  readonly root: ParsedNode | null;
  readonly lines: LineCounter;
  readonly troubles: readonly Trouble[];
}

/** Composing a document takes the stack, and beyond some hundred levels the process with it. */
export const deepest = 100;

/** Reads YAML 1.2 (so JSON too) into nodes. Nothing but its core schema: no dates, no merging, no tags of its own. */
export const readSyntax = (text: string): Syntax => {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const tooDeep = tokens.map(firstTooDeep).find((offset) => offset !== undefined);
  if (tooDeep !== undefined) {
    const expected = `at most ${deepest} levels, one inside the other`;
    return { root: null, lines, troubles: [{ offset: tooDeep, field: '', expected, received: 'more' }] };
  }
  const composer = new Composer({
    ...{ version: '1.2', schema: 'core', merge: false, resolveKnownTags: false, stringKeys: true, strict: true },
    // It looks for a key among all before it, so that many keys take for ever; it is looked for where values are made.
    uniqueKeys: false,
  });
  const [first, second] = [...composer.compose(tokens, true, text.length)];
  const said = [...first.errors, ...first.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const troubles = said.map(({ pos: [offset], code, message }) => ({
    ...{ offset, field: '', expected: code === 'NON_STRING_KEY' ? 'a text as a key' : 'YAML or JSON' },
    received: `${lineAt(text, offset)}${code === 'NON_STRING_KEY' ? '' : `: ${message}`}`,
  }));
  if (second) troubles.push({ offset: second.range[0], field: '', expected: 'one document', received: 'a second one' });
  return { root: first.contents as ParsedNode | null, lines, troubles };
};

/** Without recursion, which is what it guards against. */
const firstTooDeep = (token: CST.Token): number | undefined => {
  let level: CST.Token[] = [token];
  for (let depth = 0; level.length > 0; depth++) {
    // The document itself is a level of its own.
    if (depth > deepest + 1) return level[0].offset;
    level = level.flatMap(partsOf);
  }
  return undefined;
};

const partsOf = (token: CST.Token): CST.Token[] => {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null));
};

const longest = 60;

const lineAt = (text: string, offset: number): string => {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const to = text.indexOf('\n', from);
  const line = text.slice(from, to < 0 ? undefined : to).trim();
  return JSON.stringify(line.length > longest ? `${line.slice(0, longest - 1)}…` : line);
};
