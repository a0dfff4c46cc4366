import { Plan } from '../../dist/index.js';

/** A subplan as a scenario draws it: `name (what it does)`, a branch with its children below it. */
export interface Drawn {
  /** With what it does. */
  readonly text: string;
  readonly children?: readonly Drawn[];
  /** Names of leaves. */
  readonly imports?: readonly string[];
  /** The name of a limit. */
  readonly under?: string;
  readonly tokens?: number;
  /** Of a leaf that has others than the one with its own name. */
  readonly files?: readonly string[];
}

/** The name alone. */
export const nameOf = (text: string): string => text.split(' (')[0];

export const leavesOf = (drawn: Drawn): readonly Drawn[] => drawn.children?.flatMap(leavesOf) ?? [drawn];

/**
 * Reads a drawing, in which what is below a subplan is indented by two more. A leaf may be followed by `imports b, c`,
 * `under db` and `weighs 50`.
 */
export const readDrawing = (drawing: string): Drawn => {
  const lines = drawing.split('\n').filter((line) => line.trim() !== '');
  const depthOf = (line: string) => line.search(/\S/) / 2;
  const read = (at: number): Drawn => {
    const depth = depthOf(lines[at]);
    const children: Drawn[] = [];
    for (let i = at + 1; i < lines.length && depthOf(lines[i]) > depth; i++) {
      if (depthOf(lines[i]) === depth + 1) children.push(read(i));
    }
    const [, text, words = ''] = /^\s*(.+?(?:\)|$))( .*)?$/.exec(lines[at]) as RegExpExecArray;
    if (children.length > 0) return { text, children };
    const after = (word: string) => new RegExp(` ${word} ([\\w, -]*?)(?= imports| under| weighs|$)`).exec(words)?.[1];
    const [imports, under, weighs] = [after('imports')?.split(', '), after('under'), after('weighs')];
    return { text, imports, under, tokens: weighs === undefined ? undefined : Number(weighs) };
  };
  return read(0);
};

/** The plan that is drawn. The only file of a leaf has the leaf's text as its name. */
export const planOf = (root: Drawn | undefined): Plan => {
  const leaves = root ? leavesOf(root) : [];
  const files = leaves.flatMap(({ text, tokens = 10, files: own = [text] }) =>
    own.map((path) => ({ path, bytes: 0, tokens, language: 'text' })),
  );
  const indexOf = (name: string) => leaves.findIndex(({ text }) => nameOf(text) === name);
  const ties = leaves.flatMap(({ imports = [] }, from) => imports.map((name) => [from, indexOf(name), 1, 'import']));
  return Plan.from({
    ...{ format: 'subplan/plan', version: 1, kind: 'project', seed: 1, files, ties, leftOut: [], notes: [] },
    bounds: { minFiles: 1, maxDepth: 100, maxChildren: 100_000 },
    strategy: { asked: 'auto', used: 'directory', why: 'it was drawn' },
    imports: { resolved: ties.length, external: 0, leftOut: 0, missing: 0 },
    ...(root ? { tree: treeOf(root) } : {}),
  });
};

const treeOf = ({ text, children, under, files = [text] }: Drawn): object =>
  children
    ? { label: text, split: { by: 'directory' }, children: children.map(treeOf) }
    : { label: text, reason: 'fits', files, ...(under ? { limits: [under] } : {}) };
