import type { RunHistory } from '../domain/run-history.js';
import { endSurvivors, type Survivors } from '../run/process/end-processes.js';
import { removeScratch } from '../run/process/scratch.js';
import type { CodeKinds } from './code-kinds.js';

export interface LeftOver extends Omit<Survivors, 'marks'> {
  readonly history: RunHistory;
  readonly code: CodeKinds;
}

/** Ends processes that a killed session left behind, before others work on the same files. Says so where there were any. */
export const endLeftOver = async ({ history, code, ...run }: LeftOver): Promise<string[]> => {
  const { processes: marks } = history;
  // A run without commands has none to look for.
  if (marks.length === 0 && !Object.values(code).includes('command')) return [];
  const count = await endSurvivors({ ...run, marks });
  removeScratch(run.runId);
  if (count === 0) return [];
  return [`${count} ${count === 1 ? 'process was' : 'processes were'} still running from before, and ended`];
};
