import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner, Witness } from '../domain/owner.js';
import { epochNow } from '../util/clock.js';

/** This process, as the owner of a run. */
export const thisOwner = (): Owner => ({
  token: randomBytes(8).toString('hex'),
  pid: process.pid,
  processStart: startOf(process.pid),
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
    const start = startOf(pid);
    if (start === ended) return 'gone';
    if (start === undefined || processStart === undefined) return 'unknown';
    return start === processStart ? 'alive' : 'gone';
  },
};

let host: string | undefined;

/** Containers may share a name, and a host that was started anew has other processes: both are told apart. */
const thisHost = (): string => {
  host ??= [hostname(), readOr('/proc/sys/kernel/random/boot_id'), linkOr('/proc/self/ns/pid')]
    .filter((part) => part !== undefined)
    .join(' ');
  return host;
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is there all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Of a process that has ended, but that nobody has asked about yet: it is only a name on a list. */
const ended = 'ended';

/** When a process began, as the system says it; undefined where it does not. */
const startOf = (pid: number): string | undefined => {
  const stat = readOr(`/proc/${pid}/stat`);
  if (stat !== undefined) {
    // The name of the program stands in brackets, and may hold anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ['Z', 'X'].includes(fields[0]) ? ended : fields[19];
  }
  if (process.platform === 'win32') return undefined;
  try {
    const said = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return said.trim() || undefined;
  } catch {
    return undefined;
  }
};

const readOr = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
};

const linkOr = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};
