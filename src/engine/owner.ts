import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Owner, Witness } from '../domain/owner.js';
import { processRow, thisBoot } from '../run/process/system-processes.js';
import { epochNow } from '../util/clock.js';

/** This process, as the owner of a run. */
export const thisOwner = (): Owner => ({
  token: randomBytes(8).toString('hex'),
  pid: process.pid,
  processStart: processRow(process.pid)?.started,
  host: thisHost(),
  since: epochNow(),
});

/** Owners that this process was and has given up, also where the ledger could not be told. */
const givenUp = new Set<string>();

export const giveUp = ({ token }: Owner): void => void givenUp.add(token);

/** Tells whether an owner still lives, as far as that can be seen from this process. */
export const witness: Witness = {
  now: epochNow,
  sees: ({ token, pid, processStart, host }) => {
    if (givenUp.has(token)) return 'gone';
    if (host !== thisHost()) return 'unknown';
    if (!isThere(pid)) return 'gone';
    const row = processRow(pid);
    if (row?.isGone) return 'gone';
    if (row === undefined || processStart === undefined) return 'unknown';
    return row.started === processStart ? 'alive' : 'gone';
  },
};

/** Containers may share a name, and a host that was started anew has other processes: both are told apart. */
const thisHost = (): string => [hostname(), thisBoot()].filter((part) => part !== '').join(' ');

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is there all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
