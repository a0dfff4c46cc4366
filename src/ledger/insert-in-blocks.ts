import type { Cell, Statement } from './database.js';

/** Rows a statement. Each call of SQLite costs as much as two rows, so rows go many at a time; few sizes, each prepared once. */
const blocks = [64, 16, 4, 1];

export interface Rows {
  readonly count: number;
  /** The columns of one. */
  cells(row: number): readonly Cell[];
}

/** Inserts rows into a table, which is named with its columns. */
export const insertInBlocks = (sql: (text: string) => Statement, into: string, { count, cells }: Rows): void => {
  let at = 0;
  for (const size of blocks) {
    for (; count - at >= size; at += size) {
      const all: Cell[] = [];
      for (let i = at; i < at + size; i++) for (const cell of cells(i)) all.push(cell);
      sql(textFor(into, size, all.length / size)).run(all);
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
