import { errorCode } from '../util/error-code.js';
import type { Database } from './database.js';
import { type FactRow, factColumns } from './fact-rows.js';

export interface ReadRow {
  readonly seq: number;
  readonly session: number;
  readonly row: FactRow;
}

/** Facts read at once. */
const atOnce = 20_000;

/** Bytes in a form that no text has, and all else as it is. */
const asJson: Readonly<Record<string, string>> = {
  value: "CASE typeof(value) WHEN 'blob' THEN json_object('bytes', hex(value)) ELSE value END",
  fingerprint:
    "CASE typeof(fingerprint) WHEN 'blob' THEN lower(hex(fingerprint)) WHEN 'null' THEN NULL ELSE 'none' END",
};

/**
 * Reads the rows of a run. All at once as JSON in bytes, for two reasons: it takes half as long as cell by cell, and
 * libsql ends the process when a text is damaged so that it is none any more.
 */
export const readFacts = (database: Database, run: number): ReadRow[] => {
  const columns = ['seq', 'session', ...factColumns].map((name) => asJson[name] ?? name).join(', ');
  const statement = database.prepare(
    `SELECT CAST(json_group_array(json_array(${columns})) AS BLOB) FROM (
      SELECT * FROM facts WHERE run = ? AND seq > ? ORDER BY seq LIMIT ${atOnce})`,
  );
  const rows: ReadRow[] = [];
  for (let count = atOnce; count === atOnce; ) {
    const [[bytes]] = notJson(() => statement.all([run, rows.at(-1)?.seq ?? Number.MIN_SAFE_INTEGER]));
    const some = JSON.parse(textOf(bytes)) as [number, number, ...unknown[]][];
    count = some.length;
    for (const [seq, session, ...cells] of some) rows.push({ seq, session, row: rowOf(cells) });
  }
  return rows;
};

/** SQLite makes no JSON of bytes where none should be. The statement is right, so an error of it is of what it reads. */
const notJson = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'SQLITE_ERROR') throw new TypeError(error.message);
    throw error;
  }
};

const rowOf = (cells: unknown[]): FactRow => {
  const value = cells[7] as { readonly bytes?: string } | string | null;
  if (typeof value === 'object' && value?.bytes !== undefined) cells[7] = Buffer.from(value.bytes, 'hex');
  return cells as unknown as FactRow;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of a column that was read as bytes; throws where it is none. */
export const textOf = (bytes: unknown): string => decoder.decode(bytes as Uint8Array);
