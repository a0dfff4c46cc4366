/** What a column may hold. */
export type Cell = string | number | null | Uint8Array;

export interface Statement {
  /** Returns how many rows it changed. */
  run(values: readonly Cell[]): number;
  /** Rows as lists of their columns. */
  all(values: readonly Cell[]): Cell[][];
}

/** All that is needed of SQLite. Calls return when they are done; errors carry SQLite's own `code`. */
export interface Database {
  exec(sql: string): void;
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
    try {
      database.exec('ROLLBACK');
    } catch {
      // It never began, or SQLite has done so itself, as after a full disk.
    }
    throw error;
  }
};
