import type { Masked } from '../mask.js';

/** A name that a file offers to others. */
export interface Definition {
  readonly name: string;
  /** As its language calls it. */
  readonly kind: string;
  /** Where the name, or what declares it, stands in the text. */
  readonly at: number;
}

export interface SourceText extends Masked {
  readonly text: string;
  readonly path: string;
}

/** Finds the public names of a file, in order of appearance. Never throws, and takes time in proportion to the text. */
export type FindNames = (source: SourceText) => Definition[];

/** Names are listed up to here in one file: tables of generated constants have a hundred thousand. */
export const mostNames = 2_000;

/** What a pattern finds: the group `name`, and the group `kind` where the kind is not always the same. */
export interface Pattern {
  readonly pattern: RegExp;
  readonly kind?: string;
}

/** All that the patterns find, in order of appearance. A pattern begins at the start of a line and stays within it. */
export const findPatterns = (code: string, patterns: readonly Pattern[]): Definition[] => {
  const found: Definition[] = [];
  for (const { pattern, kind } of patterns) {
    let left = mostNames;
    for (const match of code.matchAll(pattern)) {
      const { name, kind: said } = match.groups as { name: string; kind?: string };
      found.push({ name, kind: kind ?? (said as string), at: match.index + indentOf(match[0]) });
      if (--left === 0) break;
    }
  }
  return found.sort((a, b) => a.at - b.at);
};

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** Each name once, the first time. */
export const distinct = (definitions: readonly Definition[]): Definition[] => {
  const seen = new Set<string>();
  return definitions.filter(({ name }) => !seen.has(name) && seen.add(name));
};
