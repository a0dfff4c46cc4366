import type { Cell, Statement } from './database.js';

/** Rows a statement. Each call of SQLite costs as much as two rows, so rows go many at a time; few sizes, each prepared once. */
const blocks = [64, 16, 4, 1];

/** Inserts rows into a table, which is named with its columns. */
export const insertInBlocks = (
  sql: (text: string) => Statement,
  into: string,
  rows: readonly (readonly Cell[])[],
): void => {
  let at = 0;
  for (const size of blocks) {
    for (; rows.length - at >= size; at += size) {
      const cells: Cell[] = [];
      for (let i = at; i < at + size; i++) cells.push(...rows[i]);
      sql(textFor(into, size, rows[at].length)).run(cells);
    }
  }
};

const texts = new Map<string, string>();

const textFor = (into: string, size: number, columns: number): string => {
  const key = `${size} ${into}`;
  let text = texts.get(key);
  if (text === undefined) {
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    text = `INSERT INTO ${into} VALUES ${Array.from({ length: size }, () => row).join(', ')}`;
    texts.set(key, text);
  }
  return text;
};
