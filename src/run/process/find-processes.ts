import { type ProcessRow, snapshot } from './system-processes.js';

/** What tells that a process belongs to an attempt, or to a run. */
export interface Belonging {
  /**
   * Groups of processes that are theirs, with the start of the first of each: where another process has its number by
   * now, the group is somebody else's. Undefined where the start is not known, '' where the first has ended.
   */
  readonly groups: ReadonlyMap<number, string | undefined>;
  /** Processes that are known to be theirs, by number and start; those found are added, since a parent may end first. */
  readonly known: Set<string>;
  /** Tells by the variables of a process, which it keeps when it leaves group and parent. */
  readonly isMarked?: (variables: string) => boolean;
  /** A time before which nothing of theirs was there, by `performance.now()`; a look from before it is of no use. */
  readonly since?: number;
  /** The start of their first process, where starts are numbers: what is older is none of theirs. */
  readonly oldest?: number;
}

/**
 * The processes that belong and are alive: of a group, below a known one, or with a mark among their variables. A process
 * that left its group, was handed to another parent before anyone looked and threw its variables away is not found.
 * Never this process nor one above it, whatever they have among their variables.
 */
export const findProcesses = (belonging: Belonging, me = process.pid): ProcessRow[] => {
  const { groups, known, isMarked, since = performance.now(), oldest = 0 } = belonging;
  const { rows: all, variablesOf } = snapshot(since);
  const byPid = new Map(all.map((row) => [row.pid, row]));
  const spared = new Set<number>();
  for (let at = byPid.get(me); at && !spared.has(at.pid); at = byPid.get(at.parent)) spared.add(at.pid);
  // Also where the list was read by a command that has ended since.
  spared.add(me).add(0).add(1);
  const isOurs = (group: number): boolean => {
    const start = groups.get(group);
    return groups.has(group) && (start === undefined || (byPid.get(group)?.started ?? start) === start);
  };
  const belongs = (row: ProcessRow): boolean => {
    if (isOurs(row.group) || known.has(keyOf(row))) return true;
    if (!isMarked || row.isGone || Number(row.started) < oldest) return false;
    const variables = variablesOf(row.pid);
    return variables !== undefined && isMarked(variables);
  };
  const found = new Map<number, ProcessRow>();
  for (const row of all) if (!spared.has(row.pid) && belongs(row)) found.set(row.pid, row);
  addDescendants(found, all, spared);
  for (const row of found.values()) known.add(keyOf(row));
  return [...found.values()].filter(({ isGone }) => !isGone);
};

export const keyOf = ({ pid, started }: { readonly pid: number; readonly started: string }): string =>
  `${pid} ${started}`;

const addDescendants = (
  found: Map<number, ProcessRow>,
  all: readonly ProcessRow[],
  spared: ReadonlySet<number>,
): void => {
  const children = new Map<number, ProcessRow[]>();
  for (const row of all) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  // What is added while going through a map is gone through as well.
  for (const pid of found.keys()) {
    for (const child of children.get(pid) ?? []) if (!spared.has(child.pid)) found.set(child.pid, child);
  }
};
