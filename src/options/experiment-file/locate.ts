import { type Alias, isAlias, isMap, isSeq, type ParsedNode, type Scalar } from 'yaml';
import type { OptionMention } from '../../domain/message.js';
import { fieldOf } from './field-path.js';
import { optionOf } from './option-names.js';

export interface Located {
  /** Of the field's key or item; of what it should stand in, where it is missing. */
  readonly offset: number;
  /** The field by the names that stand in the file. */
  readonly field: string;
  /** What it holds, aliases followed. */
  readonly node: ParsedNode | null;
}

/** Finds a field by the names that options have, whatever way they are written in the file. */
export const locate = (
  root: ParsedNode | null,
  meant: ReadonlyMap<Alias, ParsedNode>,
  { option, path = [] }: OptionMention,
): Located => {
  let [node, offset, found] = [root, root?.range[0] ?? 0, ''];
  let isMissing = false;
  for (const step of option === '' ? path : [option, ...path]) {
    const next = isMissing ? undefined : memberOf(node, step);
    if (next)
      [node, offset] = [next.node && isAlias(next.node) ? (meant.get(next.node) ?? null) : next.node, next.offset];
    else [isMissing, node] = [true, null];
    found = fieldOf(found, next?.name ?? step);
  }
  return { offset, field: found, node };
};

interface Member {
  readonly name: string | number;
  readonly offset: number;
  readonly node: ParsedNode | null;
}

const memberOf = (node: ParsedNode | null, step: string | number): Member | undefined => {
  if (node && isSeq(node) && typeof step === 'number') {
    const item = node.items[step] as ParsedNode | undefined;
    return item && { name: step, offset: item.range[0], node: item };
  }
  if (!node || !isMap(node)) return undefined;
  const keyOf = (pair: (typeof node.items)[number]) => String((pair.key as Scalar).value);
  const pair =
    // What is a list as an option may be given by name.
    typeof step === 'number'
      ? node.items[step]
      : (node.items.find((one) => keyOf(one) === step) ?? node.items.find((one) => optionOf(keyOf(one)) === step));
  return (
    pair && { name: keyOf(pair), offset: (pair.key as ParsedNode).range[0], node: pair.value as ParsedNode | null }
  );
};
