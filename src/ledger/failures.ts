import { SubplanFailure } from '../domain/failure.js';
import { command, option, say, without } from '../domain/message.js';
import type { Held } from '../domain/owner.js';
import { errorCode } from '../util/error-code.js';

const time = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19);

export const noSuchRun = (id: string, place: string, like: readonly string[]): SubplanFailure =>
  new SubplanFailure({
    code: 'run-not-found',
    message:
      like.length > 1
        ? `${JSON.stringify(id)} could be any of ${like.length} runs: ${like.slice(0, 5).join(', ')}${like.length > 5 ? ', …' : ''}`
        : `there is no run ${JSON.stringify(id)} in ${place}`,
    nextStep: like.length > 1 ? 'Give more of the id.' : say`${command('runs')} lists the runs of this project.`,
  });

export const owned = (id: string, { owner, leaseUntil }: Held, isSeen: boolean): SubplanFailure =>
  new SubplanFailure({
    code: 'run-owned',
    message: `run ${id} is being worked on by process ${owner.pid} on ${hostName(owner.host)}, since ${time(owner.since)} UTC`,
    nextStep: isSeen
      ? 'Wait until it has ended, or end that process. Nothing was run.'
      : `Wait until it has ended. Whether it still runs cannot be seen from here; if it says nothing until ${time(leaseUntil)} UTC it counts as dead. Nothing was run.`,
  });

/** The part of a host that people know it by. */
const hostName = (host: string): string => host.split(' ')[0];

export const alreadyThere = (id: string): SubplanFailure =>
  new SubplanFailure({
    code: 'run-owned',
    message: `there is a run ${id} already`,
    nextStep: 'Begin it under another id. Nothing was run.',
  });

export const changedMeanwhile = (id: string): SubplanFailure =>
  new SubplanFailure({
    code: 'run-owned',
    message: `another process has just worked on run ${id}`,
    nextStep: 'Resume it again to go on from where it is now. Nothing was run.',
  });

export const takenOver = (id: string): SubplanFailure =>
  new SubplanFailure({
    code: 'run-owned',
    message: `run ${id} was taken over by another process, since this one had said nothing for too long`,
    nextStep: say`The other process goes on with it: ${command('runs')} shows it. What was done here before is recorded.`,
  });

export const tampered = (id: string, place: string, what: string): SubplanFailure =>
  new SubplanFailure({
    code: 'ledger-damaged',
    message: `run ${id} in ${place} is not as it was written: ${what}`,
    nextStep:
      'It was edited by hand or damaged, and cannot be trusted. Restore the file from a backup, or start the run anew. Nothing was changed.',
  });

export const damaged = (place: string, what: string, cause?: unknown): SubplanFailure =>
  new SubplanFailure({
    code: 'ledger-damaged',
    message: `${place} cannot be read: ${what}`,
    nextStep:
      'Restore it from a backup, or move it away to begin with an empty one. It was left as it is, and nothing was run.',
    cause,
  });

export const vanished = (place: string): SubplanFailure =>
  new SubplanFailure({
    code: 'ledger-damaged',
    message: `${place} was removed, replaced or truncated while a run was recorded in it`,
    nextStep: 'What was recorded there is lost, and the run was ended. Put the file back, or start the run anew.',
  });

export const otherVersion = (place: string, version: number, ours: number): SubplanFailure =>
  new SubplanFailure({
    code: 'ledger-damaged',
    message: `${place} has format version ${version}; this subplan reads version ${ours}`,
    nextStep: `Use the subplan that wrote it${version > ours ? ', or a newer one than this' : ''}, or move the file away to begin with an empty one. It was left as it is, and nothing was run.`,
  });

/** Trouble of the file system or of SQLite while the ledger is used, in words that help. */
export const ledgerTrouble = (place: string, error: unknown): SubplanFailure => {
  if (error instanceof SubplanFailure) return error;
  const code = errorCode(error);
  const said = error instanceof Error ? error.message : String(error);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return damaged(place, said, error);
  if (/^SQLITE_BUSY|^SQLITE_LOCKED/.test(code)) {
    return new SubplanFailure({
      code: 'ledger-unusable',
      message: `${place} is locked by another program`,
      nextStep: say`Close whatever has it open for writing (a sqlite3 shell in a transaction, say), and go on with ${option('resume')}.`,
      cause: error,
    });
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new SubplanFailure({
      code: 'ledger-unusable',
      message: `${place} cannot be written: the disk is full`,
      nextStep: say`Make room, and go on with ${option('resume')}: what was recorded is kept.`,
      cause: error,
    });
  }
  return new SubplanFailure({
    code: 'ledger-unusable',
    message: `${place} cannot be used (${said.startsWith(code) ? said : `${code}: ${said}`})`,
    nextStep: code.startsWith('SQLITE_')
      ? say`Check the disk and the file. What was recorded is kept, and ${option('resume')} goes on with it.`
      : say`Check the folder and its permissions, name another file with ${option('ledger')}, or do without a record: ${without('ledger')}.`,
    cause: error,
  });
};
