import { gunzipSync } from 'node:zlib';
import type { RecordedRun, RunHead } from '../domain/ledger.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Cell, Database } from './database.js';
import { type FactRow, factColumns, factOf, rowOfCells } from './fact-rows.js';
import { noSuchRun, tampered } from './failures.js';
import { Seal } from './seal.js';
import { digest, stored } from './stored-value.js';

export interface ReadRun {
  readonly number: number;
  readonly run: RecordedRun;
  readonly seal: Seal;
}

const runColumns = `runs.number, runs.id, root, version, started_at, leaves, branches, settings, facts, seal, plans.hash, plans.made_at, plans.json`;

/** Reads a run, and refuses one that is not as it was written. */
export const readRun = (database: Database, id: string, place: string): ReadRun => {
  const sql = `SELECT ${runColumns} FROM runs LEFT JOIN plans ON plans.id = runs.plan WHERE runs.id = ?`;
  const [row] = database.prepare(sql).all([id]);
  if (!row) throw noSuchRun(id, place, []);
  const refuse = (what: string) => tampered(id, place, what);
  const [number, , root, version, startedAt, leaves, branches, settings, count, sealed] = row;
  const [hash, madeAt, zipped] = row.slice(10);
  const head = { id, root, version, startedAt, leaves, branches, settings } as RunHead;
  if (hash === null) throw refuse('its plan is missing');
  const json = unzipped(zipped as Uint8Array);
  if (json === undefined || digest(json) !== hash) throw refuse('its plan was changed');
  const rows = factRows(database, number as number);
  if (rows.length !== count) throw refuse(`it has ${rows.length} facts where ${count} were written`);
  let seal = Seal.of(head, hash as string);
  for (const { session, rows: some } of bySession(rows)) seal = seal.with(session, some);
  if (seal.text !== sealed) throw refuse('what is recorded and its seal do not fit');
  const find = largeValues(database, refuse);
  const facts = rows.map(({ row: cells }) => factOf(cells, find));
  const plan = { json, hash: hash as string, madeAt: madeAt as number };
  return { number: number as number, run: { head, plan, facts }, seal };
};

interface SessionRow {
  readonly session: number;
  readonly row: FactRow;
}

const factRows = (database: Database, number: number): SessionRow[] =>
  database
    .prepare(`SELECT session, ${factColumns.join(', ')} FROM facts WHERE run = ? ORDER BY seq`)
    .all([number])
    .map(([session, ...cells]: Cell[]) => ({ session: session as number, row: rowOfCells(cells) }));

/** Runs of rows with the same session, so that they are hashed in few pieces. */
const bySession = (rows: readonly SessionRow[]): { readonly session: number; readonly rows: FactRow[] }[] => {
  const groups: { session: number; rows: FactRow[] }[] = [];
  for (const { session, row } of rows) {
    const last = groups.at(-1);
    if (last?.session === session) last.rows.push(row);
    else groups.push({ session, rows: [row] });
  }
  return groups;
};

/** Looks up values that stand apart, each checked against its hash. */
const largeValues = (database: Database, refuse: (what: string) => Error): ((hash: string) => StoredValue) => {
  const statement = database.prepare('SELECT value FROM large_values WHERE hash = ?');
  return (hash) => {
    const [row] = statement.all([hash]);
    if (!row) throw refuse(`the value ${hash} is missing`);
    const value = stored(row[0] as string | Uint8Array);
    if (value.hash !== hash) throw refuse(`the value ${hash} was changed`);
    return value;
  };
};

const unzipped = (bytes: Uint8Array): string | undefined => {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return undefined;
  }
};
