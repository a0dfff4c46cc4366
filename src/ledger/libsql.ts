import Libsql from 'libsql';
import type { Cell, Database, Driver } from './database.js';

/** SQLite by way of libsql, which brings its binary with it. */
export const libsqlDriver: Driver = (file): Database => {
  const database = new Libsql(file);
  return {
    exec: (sql) => {
      database.exec(sql);
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
