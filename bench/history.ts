import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One measurement of all suites. */
export interface HistoryRow {
  /** The commit that was checked out: the row itself is committed on top of it. */
  readonly parent: string;
  /** The forms have other sizes, so only rows of one form are compared. */
  readonly form: Form;
  /** The version of Node. */
  readonly node: string;
  readonly figures: Readonly<Record<string, number>>;
}

export type Form = 'short' | 'full';

const historyFile = fileURLToPath(new URL('./history.jsonl', import.meta.url));

/** Oldest first. */
export const readHistory = (form: Form, file = historyFile): HistoryRow[] => {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .flatMap((line, i) => (line.trim() === '' ? [] : [readRow(line, i + 1)]))
    .filter((row) => row.form === form);
};

const readRow = (line: string, number: number): HistoryRow => {
  try {
    return JSON.parse(line) as HistoryRow;
  } catch (cause) {
    throw new Error(`line ${number} of bench/history.jsonl is not JSON: remove it, or measure again with --record`, {
      cause,
    });
  }
};

/** Rows are only ever added: an earlier measurement is what a later one is compared with. */
export const appendRow = (row: HistoryRow, file = historyFile): void =>
  appendFileSync(file, `${JSON.stringify(row)}\n`);

export const checkedOutCommit = (): string => execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();

/** What one figure was in each row that has it, oldest first. */
export const valuesOf = (rows: readonly HistoryRow[], name: string): number[] =>
  rows.flatMap(({ figures }) => (Object.hasOwn(figures, name) ? [figures[name]] : []));
