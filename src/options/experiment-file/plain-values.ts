import { type Alias, isAlias, isMap, isScalar, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { show } from '../../util/show.js';
import { fieldOf } from './field-path.js';
import { deepest, type Trouble } from './syntax.js';

export interface PlainValues {
  readonly value: unknown;
  /** What each alias stands for. */
  readonly meant: ReadonlyMap<Alias, ParsedNode>;
  /** What is not as it must be; null stands for it. */
  readonly troubles: readonly Trouble[];
  /** How long the whole would be with all aliases written out. */
  readonly size: number;
}

interface Made {
  readonly value: unknown;
  readonly size: number;
  readonly depth: number;
}

const nothing: Made = { value: null, size: 0, depth: 0 };

/** Nodes as values that JSON can hold. */
export const plainValues = (root: ParsedNode | null, lineOf: (offset: number) => number): PlainValues => {
  const troubles: Trouble[] = [];
  const anchors = new Map<string, ParsedNode>();
  const meant = new Map<Alias, ParsedNode>();
  const made = new Map<ParsedNode, Made>();
  const refuse = ({ range: [offset] }: ParsedNode, trouble: Omit<Trouble, 'offset'>): Made => {
    troubles.push({ offset, ...trouble });
    return nothing;
  };

  const make = (node: ParsedNode | null, field: string): Made => {
    if (node === null) return nothing;
    if (isAlias(node)) return aliased(node, field);
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const done = isScalar(node) ? fromScalar(node, field) : isMap(node) ? fromMap(node, field) : fromList(node, field);
    made.set(node, done);
    return done;
  };

  const aliased = (alias: Alias.Parsed, field: string): Made => {
    const received = `*${alias.source}`;
    const target = anchors.get(alias.source);
    if (!target) return refuse(alias, { field, expected: 'an alias of an anchor above it', received });
    meant.set(alias, target);
    const expected = 'an alias that does not stand inside of what it means';
    return made.get(target) ?? refuse(alias, { field, expected, received });
  };

  const fromScalar = (scalar: Scalar.Parsed, field: string): Made => {
    const { value, range, source } = scalar;
    const size = range[1] - range[0];
    if (typeof value !== 'number') return { value, size, depth: 0 };
    const isExact = !/^[-+]?\d+$/.test(source) || Number.isSafeInteger(value);
    if (Number.isFinite(value) && isExact) return { value, size, depth: 0 };
    const expected = isExact ? 'a number that JSON can hold' : 'a number of at most 15 digits, or a text in quotes';
    return refuse(scalar, { field, expected, received: source });
  };

  const fromList = (list: YAMLSeq.Parsed, field: string): Made => {
    const parts = list.items.map((item, i) => make(item as ParsedNode, fieldOf(field, i)));
    const value = parts.map((part) => part.value);
    return collected(list, field, value, parts);
  };

  const fromMap = (map: YAMLMap.Parsed, field: string): Made => {
    const lines = new Map<string, number>();
    const parts = map.items.map(({ key, value }) => {
      const name = key as Scalar.Parsed;
      // A key may have an anchor too.
      make(name, '');
      const text = String(name.value);
      const at = fieldOf(field, text);
      const before = lines.get(text);
      if (before !== undefined) {
        const expected = `each key once (it stands on line ${before} already)`;
        refuse(name, { field: at, expected, received: show(text) });
      }
      lines.set(text, lineOf(name.range[0]));
      // Read as it stands, it would be one more setting of that name, which nobody means.
      if (text === '<<' && name.type === 'PLAIN') {
        const expected = 'no merge key, which YAML 1.2 does not have (write the keys out)';
        refuse(name, { field: at, expected, received: '<<' });
      }
      return [text, make(value, at)] as const;
    });
    const value = Object.fromEntries(parts.map(([name, part]) => [name, part.value]));
    return collected(
      map,
      field,
      value,
      parts.map(([, part]) => part),
    );
  };

  const collected = (node: ParsedNode, field: string, value: unknown, parts: readonly Made[]): Made => {
    // Aliases of aliases make it deeper than it is written.
    const depth = 1 + parts.reduce((most, part) => Math.max(most, part.depth), 0);
    if (depth > deepest) {
      return refuse(node, { field, expected: `at most ${deepest} levels, one inside the other`, received: `${depth}` });
    }
    return { value, depth, size: parts.reduce((all, { size }) => all + size, parts.length) };
  };

  return { ...make(root, ''), meant, troubles };
};
