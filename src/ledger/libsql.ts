import Libsql from 'libsql';
import LibsqlPromise from 'libsql/promise';
import type { Cell, Database, Driver } from './database.js';

/** SQLite by way of libsql, which brings its binary with it. */
export const libsqlDriver: Driver = (file): Database => {
  const database = new Libsql(file);
  return {
    exec: (sql) => {
      database.exec(sql);
    },
    // Both of its interfaces stand on the same connection; what waits for the disk is done on a thread of its own.
    execLater: async (sql) => {
      await LibsqlPromise.prototype.exec.call(database as never, sql);
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (values) => statement.run(values).changes,
        all: (values) => statement.raw().all(values) as Cell[][],
      };
    },
    close: () => {
      database.close();
    },
  };
};
