import type { RunHead } from '../domain/ledger.js';
import type { RunHistory } from '../domain/run-history.js';
import { endSurvivors } from '../run/process/end-processes.js';
import { removeScratch } from '../run/process/scratch.js';

export interface LeftOver {
  readonly head: RunHead;
  readonly history: RunHistory;
  readonly graceMs: number;
}

/** Ends processes that a killed session left behind, before others work on the same files. Says so where there were any. */
export const endLeftOver = async ({ head, history, graceMs }: LeftOver): Promise<string[]> => {
  const { processes: marks } = history;
  // A run without commands has none to look for.
  if (marks.length === 0 && !/"kind":"command"|"exec":/.test(head.settings)) return [];
  const count = await endSurvivors({ runId: head.id, marks, graceMs });
  removeScratch(head.id);
  if (count === 0) return [];
  return [`${count} ${count === 1 ? 'process was' : 'processes were'} still running from before, and ended`];
};
