import { docText } from './about/doc-text.js';
import { docstringAt, type HeaderSource } from './about/header.js';
import { linesOf } from './comments.js';
import type { Definition } from './names/definition.js';

export interface Documented extends Definition {
  readonly doc: string | undefined;
}

/** What may stand between a comment and the definition it is about: attributes, annotations, decorators. */
const between = /^\s*(?:(?:@|#\[|\[|template\b|__attribute__)[^\n]{0,300}\s*)*$/;
const furthest = 600;

/** Gives definitions, which come in order of appearance, what the comment above them says, or the docstring below. */
export const documented = (source: HeaderSource, definitions: readonly Definition[]): Documented[] => {
  if (source.language === 'python') return definitions.map((one) => ({ ...one, doc: docstringOf(source, one) }));
  const { groups, code, text, path } = source;
  let next = 0;
  return definitions.map((one) => {
    while (next < groups.length && groups[next].end <= one.at) next++;
    const group = groups[next - 1];
    if (!group || one.at - group.end > furthest) return { ...one, doc: undefined };
    const gap = code.slice(group.end, one.at);
    const isAbove = code.slice(code.lastIndexOf('\n', group.start - 1) + 1, group.start).trim() === '';
    const isNear = isAbove && !/\n[ \t]*\n/.test(gap) && between.test(gap);
    return { ...one, doc: isNear ? docText(linesOf(text, group), path) : undefined };
  });
};

/** Behind the colon that ends the head of a class or a function. */
const docstringOf = (source: HeaderSource, { at, kind }: Definition): string | undefined => {
  if (kind !== 'class' && kind !== 'function') return undefined;
  const head = /:[ \t]*\n/.exec(source.code.slice(at, at + 2_000));
  return head ? docstringAt(source, at + head.index + head[0].length) : undefined;
};
