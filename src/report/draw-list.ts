import { clip } from './text-width.js';

export interface Page {
  /** Cells in a line; undefined: no limit. */
  readonly columns: number | undefined;
  /** Entries of each list that are shown; undefined: all. */
  readonly most: number | undefined;
}

/** Entries of a list below a heading, indented, each on a line that fits; what is left away is counted. */
export const drawList = (entries: readonly string[], { columns, most = entries.length }: Page): string[] => {
  // One entry left away would take the line that says so.
  const shown = entries.length <= most + 1 ? entries : entries.slice(0, most);
  const lines = shown.map((entry) => `  ${entry}`);
  if (shown.length < entries.length) lines.push(`  … ${entries.length - shown.length} more (--all shows them)`);
  return columns === undefined ? lines : lines.map((line) => clip(line, columns));
};
