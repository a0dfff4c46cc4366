import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../domain/ledger.js';
import type { Witness } from '../domain/owner.js';
import type { Driver } from './database.js';
import { ledgerTrouble } from './failures.js';
import { bringUpToDate, checkFile, createFile, watchFile } from './sqlite-file.js';
import { SqliteLedger } from './sqlite-ledger.js';

/** Where a project's ledger stands. */
export const ledgerFile = (root: string): string => join(root, '.subplan', 'ledger.db');

export interface Opening {
  readonly file: string;
  readonly witness: Witness;
  /** SQLite by another way than libsql. */
  readonly driver?: Driver;
  /** How long to wait for another program that has the file locked. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 5_000;

/** Opens a ledger, and makes it where there is none. */
export const openLedger = async (opening: Opening): Promise<Ledger> => (await open(opening, true)) as Ledger;

/** Undefined where there is none. */
export const openExistingLedger = (opening: Opening): Promise<Ledger | undefined> => open(opening, false);

const isMissing = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    // Something is in the way. Opening it says what.
    return false;
  }
};

const open = async (opening: Opening, mayCreate: boolean): Promise<Ledger | undefined> => {
  const { file, witness, patienceMs = usualPatienceMs } = opening;
  if (!mayCreate && isMissing(file)) return undefined;
  // Loaded when first needed: whoever records nothing does not pay for it.
  const driver = opening.driver ?? (await import('./libsql.js')).libsqlDriver;
  try {
    if (!statSync(file, { throwIfNoEntry: false })) {
      if (!mayCreate) return undefined;
      createFile(file, driver);
    }
    checkFile(file);
    const database = driver(file);
    try {
      database.prepare(`PRAGMA busy_timeout = ${patienceMs}`).all([]);
      // Each commit is on the disk when it returns, also where the power fails.
      database.exec('PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
      bringUpToDate(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return new SqliteLedger(database, { place: file, witness, check: watchFile(file), patienceMs });
  } catch (error) {
    throw ledgerTrouble(file, error);
  }
};
