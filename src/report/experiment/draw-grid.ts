import type { Paint } from '../paint.js';
import { clip, padEnd, padStart, widestOf, widthOf, wrap } from '../text-width.js';
import { visible } from '../visible.js';
import type { Grid } from './grid.js';

const gap = '  ';

/** In columns where they fit; else each row by itself, so that no figure is lost. */
export const drawGrid = (grid: Grid, columns: number | undefined, paint: Paint): string[] => {
  const [heading, ...rows] = [grid.heading, ...grid.rows].map((row) => row.map(visible));
  const widths = heading.map((_, column) => widestOf([heading, ...rows].map((row) => row[column])));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (grid.figures.includes(grid.heading[i]) ? padStart : padEnd)(cell, widths[i]))
      .join(gap)
      .trimEnd();
  const width = gap.length + widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1));
  if (columns === undefined || width <= columns) {
    return [paint('dim', gap + line(heading)), ...rows.map((row) => gap + line(row))];
  }
  return rows.flatMap(([first, ...cells]) => [
    gap + clip(first, columns - gap.length),
    ...pairsIn(heading.slice(1), cells, columns - 2 * gap.length).map((pairs) => gap + gap + pairs),
  ]);
};

/** `n 60, mean 0.81`, broken between pairs and not within them. */
const pairsIn = (names: readonly string[], cells: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const [i, cell] of cells.entries()) {
    if (cell === '') continue;
    const pair = `${names[i]} ${cell}`;
    const longer = line === '' ? pair : `${line}, ${pair}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      const broken = wrap(pair, width);
      lines.push(...broken.slice(0, -1));
      line = broken.at(-1) ?? '';
    }
  }
  return line === '' ? lines : [...lines, line];
};
