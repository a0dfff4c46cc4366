import type { Reusable } from '../domain/ledger.js';
import type { Cell, Database } from './database.js';
import { insertInBlocks } from './insert-in-blocks.js';
import { textOf } from './read-facts.js';
import { readRun } from './sqlite-run.js';

export interface Wanted {
  readonly fingerprints: readonly string[];
  /** The only run that is looked at; undefined: any. */
  readonly run: string | undefined;
}

/**
 * Finds values by their fingerprints, in the newest runs that have them. Those runs are read and checked as a whole, so
 * that nothing which was edited by hand is passed on.
 */
export const findReusable = (database: Database, wanted: Wanted, place: string): ReadonlyMap<string, Reusable> => {
  const newest = newestRuns(database, wanted);
  const found = new Map<string, Reusable>();
  for (const id of new Set(newest.values())) {
    for (const fact of readRun(database, id, place).run.facts) {
      if (fact.kind !== 'ended' && fact.kind !== 'chosen' && fact.kind !== 'reused') continue;
      const { fingerprint, value } = fact;
      if (fingerprint === undefined || value === undefined || newest.get(fingerprint) !== id) continue;
      if (fact.kind !== 'reused' && fact.wrote) continue;
      found.set(fingerprint, { value, run: fact.kind === 'reused' ? fact.from : id });
    }
  }
  return found;
};

/**
 * By fingerprint: the newest run that has a value for it. All facts are gone through once. An index would be faster
 * here and make each commit many times as long: fingerprints come in no order, so every commit would touch all of it.
 */
const newestRuns = (database: Database, { fingerprints, run }: Wanted): Map<string, string> => {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS wanted (fingerprint BLOB PRIMARY KEY) WITHOUT ROWID');
  database.exec('DELETE FROM wanted');
  const wanted = [...new Set(fingerprints)];
  const cells = (i: number): Cell[] => [Buffer.from(wanted[i], 'hex')];
  insertInBlocks((text) => database.prepare(text), 'temp.wanted (fingerprint)', { count: wanted.length, cells });
  const sql = `SELECT hex(facts.fingerprint), CAST(runs.id AS BLOB), max(runs.number)
    FROM facts CROSS JOIN wanted ON wanted.fingerprint = facts.fingerprint JOIN runs ON runs.number = facts.run
    WHERE facts.wrote IS NULL AND facts.outcome = 'succeeded' ${run === undefined ? '' : 'AND runs.id = ?'}
    GROUP BY facts.fingerprint`;
  return new Map(
    database
      .prepare(sql)
      .all(run === undefined ? [] : [run])
      .map(([fingerprint, id]) => [(fingerprint as string).toLowerCase(), textOf(id)]),
  );
};
