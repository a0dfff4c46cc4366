import type { Paint } from './paint.js';
import { clip, padEnd, padStart, widestOf } from './text-width.js';

export interface Table {
  /** What stands above each column. The first and the last are text, those between are figures, but for `texts`. */
  readonly heading: readonly string[];
  readonly texts?: readonly string[];
  /** Escaped already. */
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  readonly paint: Paint;
}

/** Rows in columns below a heading, each clipped to the width. */
export const drawTable = ({ heading, texts = [], rows, width, paint }: Table): string[] => {
  const widths = heading.map((_, column) => widestOf([heading, ...rows].map((row) => row[column])));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, i) => {
      if (i === row.length - 1) return cell;
      return i === 0 || texts.includes(heading[i]) ? padEnd(cell, widths[i]) : padStart(cell, widths[i]);
    });
    return clip(cells.join('  '), width);
  };
  return [paint('dim', line(heading)), ...rows.map(line)];
};
