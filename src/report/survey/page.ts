import type { Atlas } from './atlas.js';
import type { Describe } from './describe.js';
import type { Part, Parts } from './parts.js';
import { words } from './text.js';

/** What every piece of the page is made from. */
export interface Page {
  readonly atlas: Atlas;
  readonly describe: Describe;
  readonly parts: Parts;
  /** How much is said of each part: less where there are many. */
  readonly detail: Detail;
}

export interface Detail {
  readonly files: number;
  readonly names: number;
  readonly ties: number;
  readonly todos: number;
}

/** A page should be read, and stay below what GitHub draws: a few hundred kilobytes. */
export const detailFor = (parts: number): Detail => {
  if (parts <= 40) return { files: 14, names: 8, ties: 5, todos: 5 };
  if (parts <= 150) return { files: 8, names: 6, ties: 4, todos: 3 };
  if (parts <= 400) return { files: 4, names: 4, ties: 3, todos: 2 };
  return { files: 2, names: 3, ties: 2, todos: 0 };
};

export const linkTo = ({ heading, anchor }: Part): string => `[${words(heading)}](#${anchor})`;
