import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ProcessMark } from '../../domain/command.js';

/** A process as the system tells of it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** When it began, in the words of the system: another process with its number has another. */
  readonly started: string;
  /** Whether it has ended and only its parent has not asked yet: it can do nothing any more. */
  readonly isGone: boolean;
}

const isLinux = process.platform === 'linux';

/** All processes there were at one time. */
export interface Snapshot {
  readonly rows: readonly ProcessRow[];
  /** The variables a process was started with, as they stand in memory; undefined where nobody tells. */
  readonly variablesOf: (pid: number) => string | undefined;
}

const freshMs = 10;
let last: (Snapshot & { readonly at: number }) | undefined;

/**
 * Looks at all processes, after the time `since`. When many attempts end together, one look serves them: none that it does
 * not show of an attempt can come to be later, since only one that it shows could have started it.
 */
export const snapshot = (since: number): Snapshot => {
  const at = performance.now();
  if (last && last.at > since && at - last.at < freshMs) return last;
  const known = new Map<number, string | undefined>();
  const variablesOf = (pid: number): string | undefined => {
    if (!known.has(pid)) known.set(pid, isLinux ? readOr(`/proc/${pid}/environ`) : undefined);
    return known.get(pid);
  };
  last = { at, rows: listProcesses(), variablesOf };
  return last;
};

const listProcesses = (): ProcessRow[] => {
  if (!isLinux) return listByPs();
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const row = Number.isInteger(pid) ? lookUp(pid) : undefined;
    return row ? [row] : [];
  });
};

/** One process; undefined where there is none. */
export const processRow = (pid: number): ProcessRow | undefined =>
  isLinux ? lookUp(pid) : listByPs(['-p', String(pid)])[0];

const lookUp = (pid: number): ProcessRow | undefined => {
  const stat = readOr(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name of the program stands in brackets, and may hold anything, brackets too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isGone = fields[0] === 'Z' || fields[0] === 'X';
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), started: fields[19], isGone };
};

const listByPs = (which: readonly string[] = ['-A']): ProcessRow[] => {
  if (process.platform === 'win32') return [];
  let said: string;
  try {
    const columns = ['-o', 'pid=,ppid=,pgid=,state=,lstart='];
    said = execFileSync('ps', [...which, ...columns], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
  } catch {
    return [];
  }
  return said.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return { pid: Number(pid), parent: Number(parent), group: Number(group), started, isGone: state.startsWith('Z') };
  });
};

let boot: string | undefined;

/** Which start of the machine this is, and which of its spaces of process numbers; '' where the system does not say. */
export const thisBoot = (): string => {
  boot ??= [readOr('/proc/sys/kernel/random/boot_id')?.trim(), linkOr('/proc/self/ns/pid')]
    .filter((part) => part !== undefined)
    .join(' ');
  return boot;
};

/** How a process can be found again. */
export const markOf = (pid: number): ProcessMark => ({
  pid,
  started: processRow(pid)?.started,
  boot: thisBoot() || undefined,
});

const readOr = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
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
