import { errorCode } from '../util/error-code.js';

/** What a column may hold. */
export type Cell = string | number | null | Uint8Array;

export interface Statement {
  /** Returns how many rows it changed. */
  run(values: readonly Cell[]): number;
  /** Rows as lists of their columns. */
  all(values: readonly Cell[]): Cell[][];
}

/** All that is needed of SQLite. Errors carry its own `code`. */
export interface Database {
  exec(sql: string): void;
  /** The same, without holding up whoever calls. Nothing else may be asked until it is done. */
  execLater(sql: string): Promise<void>;
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a file that is there already. */
export type Driver = (file: string) => Database;

/** Does something wholly or not at all. It takes the lock for writing at once, so nobody can come between. */
export const atomically = <T>(database: Database, act: () => T): T => {
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
};

/**
 * The same, but that waiting for the lock and for the disk holds up nobody. The lock is asked for again and again, and
 * not waited for elsewhere: who has it while this thread does other things could keep it from that very thread.
 */
export const atomicallyLater = async (database: Database, patienceMs: number, act: () => void): Promise<void> => {
  try {
    await begun(database, patienceMs);
    act();
    await database.execLater('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
};

const askAgainMs = 20;

const begun = async (database: Database, patienceMs: number): Promise<void> => {
  for (const until = Date.now() + patienceMs; ; await new Promise((resolve) => setTimeout(resolve, askAgainMs))) {
    try {
      database.exec('PRAGMA busy_timeout = 0');
      return database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!/^SQLITE_BUSY/.test(errorCode(error)) || Date.now() >= until) throw error;
    } finally {
      database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    }
  }
};

/** Reads everything as it is at one moment, whatever others write meanwhile. */
export const atOneMoment = <T>(database: Database, read: () => T): T => {
  try {
    database.exec('BEGIN');
    return read();
  } finally {
    rollBack(database);
  }
};

const rollBack = (database: Database): void => {
  try {
    database.exec('ROLLBACK');
  } catch {
    // It never began, or SQLite has done so itself, as after a full disk.
  }
};
