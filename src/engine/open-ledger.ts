import { SubplanFailure } from '../domain/failure.js';
import type { Ledger, RunLine } from '../domain/ledger.js';
import { call, say, setting } from '../domain/message.js';
import { noSuchRun } from '../ledger/failures.js';
import { MemoryLedger } from '../ledger/memory-ledger.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { witness } from './owner.js';

/** The ledger a run is recorded in; made where there is none. */
export const ledgerAt = async (place: LedgerPlace, root: string): Promise<Ledger> => {
  if (place.kind === 'open') return place.ledger;
  const { ledgerFile, openLedger } = await import('../ledger/open-ledger.js');
  return openLedger({ file: place.kind === 'file' ? place.path : ledgerFile(root), witness });
};

/** The ledger that is there; undefined where there is none. */
export const existingLedgerAt = async (place: LedgerPlace, root: string): Promise<Ledger | undefined> => {
  if (place.kind === 'open') return place.ledger;
  const { ledgerFile, openExistingLedger } = await import('../ledger/open-ledger.js');
  return openExistingLedger({ file: place.kind === 'file' ? place.path : ledgerFile(root), witness });
};

/** A ledger that lasts as long as the process. */
export const memoryLedger = (): Ledger => new MemoryLedger(witness);

/** The run that is meant: the newest, or one by its id or the beginning of it. */
export const findRun = (ledger: Ledger, wanted: true | string): RunLine => {
  const runs = ledger.runs();
  if (wanted === true) {
    if (runs.length > 0) return runs[0];
    throw nothingRecorded(ledger.place);
  }
  const like = runs.filter(({ id }) => id.startsWith(wanted));
  const exact = like.find(({ id }) => id === wanted) ?? (like.length === 1 ? like[0] : undefined);
  if (exact) return exact;
  throw noSuchRun(
    wanted,
    ledger.place,
    like.map(({ id }) => id),
  );
};

export const nothingRecorded = (place: string, starts: 'run' | 'experiment' = 'run'): SubplanFailure =>
  new SubplanFailure({
    code: 'run-not-found',
    message: `no run is recorded in ${place}`,
    nextStep: say`Start one with ${call(starts, setting('ledger', true))}, which records what it does. Nothing was done.`,
  });
