import type { Database, Driver } from '../../dist/ledger/database.js';
import { libsqlDriver } from '../../dist/ledger/libsql.js';

export interface Fault {
  /** Which operation it hits, from 1 on. It may be said later. */
  readonly at: number;
  /** Whether the operation is done before it fails: a disk may take what it then does not confirm. */
  readonly when: 'before' | 'after';
  /** What happens then. It may not return. */
  readonly strike: () => never;
}

export interface FaultyDriver {
  readonly driver: Driver;
  /** How many operations there were. */
  readonly count: () => number;
}

/** SQLite, of which one operation goes wrong. */
export const faultyDriver = (fault: Fault): FaultyDriver => {
  const { when, strike } = fault;
  let count = 0;
  const guarded = <T>(act: () => T): T => {
    const isHit = ++count === fault.at;
    if (isHit && when === 'before') strike();
    const result = act();
    if (isHit) strike();
    return result;
  };
  const driver: Driver = (file): Database => {
    const database = guarded(() => libsqlDriver(file));
    return {
      exec: (sql) => guarded(() => database.exec(sql)),
      execLater: async (sql) => {
        const isHit = ++count === fault.at;
        if (isHit && when === 'before') strike();
        await database.execLater(sql);
        if (isHit) strike();
      },
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          run: (values) => guarded(() => statement.run(values)),
          all: (values) => guarded(() => statement.all(values)),
        };
      },
      // A connection that is not closed would hold the file for the rest of the test.
      close: () => {
        database.close();
        guarded(() => undefined);
      },
    };
  };
  return { driver, count: () => count };
};
