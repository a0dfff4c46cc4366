import { gunzipSync } from 'node:zlib';
import type { RecordedRun, RunHead } from '../domain/ledger.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Database } from './database.js';
import { type FactRow, factOf, milliseconds } from './fact-rows.js';
import { noSuchRun, tampered } from './failures.js';
import { type ReadRow, readFacts, textOf } from './read-facts.js';
import { Seal } from './seal.js';
import { digest, stored } from './stored-value.js';

export interface ReadRun {
  readonly number: number;
  readonly run: RecordedRun;
  readonly seal: Seal;
}

/** Texts are read as bytes: libsql ends the process over one that is damaged. */
const bytes = (...columns: readonly string[]): string[] => columns.map((column) => `CAST(${column} AS BLOB)`);

const runColumns = [
  ...['runs.number', 'started_at', 'leaves', 'branches', 'facts', 'plans.made_at', 'plans.json'],
  ...bytes('root', 'version', 'settings', 'seal', 'plans.hash'),
].join(', ');

/** Reads a run, and refuses one that is not as it was written. */
export const readRun = (database: Database, id: string, place: string): ReadRun => {
  const sql = `SELECT ${runColumns} FROM runs LEFT JOIN plans ON plans.id = runs.plan WHERE runs.id = ?`;
  const [row] = database.prepare(sql).all([id]);
  if (!row) throw noSuchRun(id, place, []);
  const refuse = (what: string) => tampered(id, place, what);
  if (row[11] === null) throw refuse('its plan is missing');
  try {
    return readWhole(database, { id, row, refuse });
  } catch (error) {
    // What cannot be decoded or parsed was never written so.
    if (error instanceof TypeError || error instanceof SyntaxError) throw refuse(error.message);
    throw error;
  }
};

interface Reading {
  readonly id: string;
  readonly row: readonly unknown[];
  readonly refuse: (what: string) => Error;
}

const readWhole = (database: Database, { id, row, refuse }: Reading): ReadRun => {
  const [number, startedAt, leaves, branches, count, madeAt, zipped] = row as number[];
  const [root, version, settings, sealed, hash] = row.slice(7).map(textOf);
  const head: RunHead = { id, root, version, startedAt: milliseconds(startedAt), leaves, branches, settings };
  const json = unzipped(zipped);
  if (json === undefined || digest(json) !== hash) throw refuse('its plan was changed');
  const rows = readFacts(database, number);
  if (rows.length !== count) throw refuse(`it has ${rows.length} facts where ${count} were written`);
  if (rows.some(({ seq }, i) => seq !== i)) throw refuse('its facts are not in their places');
  let seal = Seal.of(head, hash);
  for (const { session, rows: some } of bySession(rows)) seal = seal.with(session, some);
  if (seal.text !== sealed) throw refuse('what is recorded and its seal do not fit');
  const find = largeValues(database, refuse);
  const facts = rows.map(({ row: cells }) => factOf(cells, find));
  return { number, run: { head, plan: { json, hash, madeAt: milliseconds(madeAt) }, facts }, seal };
};

/** Rows that follow each other in the same session, so that they are hashed in few pieces. */
const bySession = (rows: readonly ReadRow[]): { readonly session: number; readonly rows: FactRow[] }[] => {
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
  const statement = database.prepare('SELECT typeof(value), CAST(value AS BLOB) FROM large_values WHERE hash = ?');
  return (hash) => {
    const [row] = statement.all([hash]);
    if (!row) throw refuse(`the value ${hash} is missing`);
    const [kind, data] = row;
    const value = stored(kind === 'text' ? textOf(data) : (data as Uint8Array));
    if (value.hash !== hash) throw refuse(`the value ${hash} was changed`);
    return value;
  };
};

/** Undefined where it was never zipped like that. */
export const unzipped = (data: unknown): string | undefined => {
  try {
    return gunzipSync(data as Uint8Array).toString('utf8');
  } catch {
    return undefined;
  }
};
