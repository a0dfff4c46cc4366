import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMark } from '../../domain/command.js';
import { type Belonging, findProcesses, keyOf } from './find-processes.js';
import { type ProcessRow, processRow, thisBoot } from './system-processes.js';

/** How often it is looked again: soon at first, since most end at once. */
const firstLookMs = 4;
const longestLookMs = 50;
/** How long it is tried to end what does not end: a process that waits for a broken disk does not heed SIGKILL. */
const stubbornMs = 5_000;

export interface Ending {
  /** Finds what is left. */
  readonly find: () => ProcessRow[];
  /** A group that is all theirs: it hears at once, so that none of it can start another meanwhile. */
  readonly group?: number;
  readonly graceMs: number;
  /** So many milliseconds by a clock that never goes back. */
  readonly now?: () => number;
}

/** Asks processes to end, and those that do not within the grace are ended. Resolves with what is left: nothing, mostly. */
export const endProcesses = async ({
  find,
  group,
  graceMs,
  now = () => performance.now(),
}: Ending): Promise<ProcessRow[]> => {
  const asked = new Set<string>();
  const began = now();
  let pause = firstLookMs;
  for (;;) {
    const left = find();
    if (left.length === 0) return left;
    const waited = now() - began;
    if (waited >= graceMs + stubbornMs) return left;
    const isOver = waited >= graceMs;
    const unasked = isOver ? left : left.filter((row) => !asked.has(keyOf(row)));
    for (const row of unasked) asked.add(keyOf(row));
    sendAll(unasked, isOver ? ['SIGKILL'] : ['SIGTERM', 'SIGCONT'], group);
    await sleep(isOver ? firstLookMs : Math.min(pause, Math.max(1, graceMs - waited)));
    pause = Math.min(longestLookMs, pause * 1.5);
  }
};

/** Whether a group of processes has members: one call, where looking through all processes would take hundreds. */
export const hasMembers = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** After SIGTERM comes SIGCONT: a process that is stopped does not hear anything else. */
const sendAll = (rows: readonly ProcessRow[], signals: readonly NodeJS.Signals[], group: number | undefined): void => {
  for (const signal of signals) {
    // Only where a member was seen just now: else the number may be somebody else's.
    if (rows.some((row) => row.group === group)) send(-(group as number), signal);
    for (const row of rows) if (row.group !== group) send(row.pid, signal);
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself, or it is somebody else's.
  }
};

export interface Survivors {
  readonly runId: string;
  /** Processes the run is known to have started. */
  readonly marks: readonly ProcessMark[];
  readonly graceMs: number;
}

/**
 * Ends what a run left behind whose own process was killed. Where variables of processes can be read they tell whose a
 * process is; elsewhere those that were written down are looked for by number and start. Resolves with how many there were.
 */
export const endSurvivors = async ({ runId, marks, graceMs }: Survivors): Promise<number> => {
  const known = new Set<string>();
  const groups = new Map<number, string>();
  for (const { pid, started, boot } of marks) {
    if (started === undefined || boot !== thisBoot()) continue;
    // Another process may have its number by now.
    const row = processRow(pid);
    if (row?.started !== started) continue;
    known.add(keyOf({ pid, started }));
    if (row.group === pid) groups.set(pid, started);
  }
  const belonging: Belonging = { groups, known, isMarked: (variables) => isOfRun(variables, runId) };
  const seen = new Set<string>();
  const find = (): ProcessRow[] => {
    const left = findProcesses(belonging);
    for (const row of left) seen.add(keyOf(row));
    return left;
  };
  await endProcesses({ find, graceMs });
  return seen.size;
};

/** Also of a run inside of it, whose own variables hide it. */
const isOfRun = (variables: string, runId: string): boolean =>
  variables.includes('SUBPLAN_') &&
  variables.split('\0').some((variable) => {
    const [name, value] = [variable.slice(0, variable.indexOf('=')), variable.slice(variable.indexOf('=') + 1)];
    if (name === 'SUBPLAN_RUN_ID') return value === runId;
    return name === 'SUBPLAN_OUTER_MARKS' && value.split(' ').some((mark) => mark.startsWith(`${runId}:`));
  });
