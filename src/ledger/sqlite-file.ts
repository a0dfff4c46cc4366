import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../util/error-code.js';
import { atomically, type Database, type Driver } from './database.js';
import { damaged, otherVersion, vanished } from './failures.js';
import { applicationId, fromVersion1, ledgerVersion, oldestVersion, schema } from './schema.js';

const headerBytes = 100;

/** Makes an empty ledger, where none stands there. It appears whole, also where two processes make it at once. */
export const createFile = (file: string, driver: Driver): void => {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  keepOutOfGit(folder);
  const beside = join(folder, `.${basename(file)}.${randomBytes(4).toString('hex')}`);
  try {
    writeFileSync(beside, '');
    const database = driver(beside);
    try {
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${ledgerVersion};`);
      database.exec(`BEGIN; ${schema} COMMIT;`);
      // Written into the file itself, so that the header says it from the beginning.
      database.prepare('PRAGMA journal_mode = WAL').all([]);
    } finally {
      database.close();
    }
    putInPlace(beside, file);
  } catch (error) {
    // Somebody else was faster.
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${beside}${ending}`, { force: true });
  }
};

/** Where somebody else was faster, theirs stays. */
const putInPlace = (beside: string, file: string): void => {
  try {
    linkSync(beside, file);
  } catch (error) {
    // Some file systems know no links.
    if (errorCode(error) === 'EEXIST') throw error;
    copyFileSync(beside, file, constants.COPYFILE_EXCL);
  }
};

/** A folder of ours ignores itself; one that somebody named is theirs. */
const keepOutOfGit = (folder: string): void => {
  if (basename(folder) !== '.subplan') return;
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};

/** Looks at the header before SQLite is let near: what is no ledger that can be read is not touched at all. */
export const checkFile = (file: string): void => {
  const header = Buffer.alloc(headerBytes);
  const handle = openSync(file, 'r');
  let length: number;
  try {
    length = readSync(handle, header, 0, headerBytes, 0);
  } finally {
    closeSync(handle);
  }
  const isDatabase = length === headerBytes && header.toString('latin1', 0, 15) === 'SQLite format 3';
  if (!isDatabase) throw damaged(file, 'it is not an SQLite database');
  if (header.readUInt32BE(68) !== applicationId) throw damaged(file, 'it is a database, but no ledger of subplan');
  const version = header.readUInt32BE(60);
  if (version < oldestVersion || version > ledgerVersion) throw otherVersion(file, version, ledgerVersion);
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const expected = header.readUInt32BE(28) * pageSize;
  const { size } = statSync(file);
  // A crash amid a checkpoint leaves the file short, and what is missing in the log beside it.
  if (size < expected && !hasLog(file)) {
    throw damaged(file, `it has ${size} bytes where it should have ${expected}, so a part of it is missing`);
  }
};

/** Brings a ledger that an older version made up to this one. */
export const bringUpToDate = (database: Database): void => {
  // Not by the header of the file: what changed it may still stand in the log beside it.
  const isOld = (): boolean => Number(database.prepare('PRAGMA user_version').all([])[0]?.[0]) < ledgerVersion;
  if (!isOld()) return;
  atomically(database, () => {
    // Somebody else may have been faster.
    if (isOld()) database.exec(fromVersion1);
  });
};

/** A look whether a file is still the one it was: what is written to one that was removed is written for nobody. */
export const watchFile = (file: string): (() => void) => {
  const { dev, ino } = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino || now.size < headerBytes) throw vanished(file);
  };
};

const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
