import { type Problem, SubplanFailure } from '../../domain/failure.js';
import type { RunSummary } from '../../domain/run-details.js';
import { show } from '../../util/show.js';
import { readDuration, readWhole } from '../settings/values.js';

export interface Ageing {
  /** How many of the newest stay. */
  readonly keep: string | undefined;
  /** Only those that nothing happened in for so long. */
  readonly olderThan: string | undefined;
}

/** Which runs are to go: none where neither is said. One that somebody works on never goes. */
export const agedRuns = (runs: readonly RunSummary[], { keep, olderThan }: Ageing, now: number): string[] => {
  const kept = keep === undefined ? 0 : readWhole(keep);
  const age = olderThan === undefined ? 0 : readAge(olderThan);
  const problems: Problem[] = [];
  if (typeof kept !== 'number' || kept < 0) {
    problems.push({ field: '--keep', expected: 'a whole number, 0 or more', received: show(keep) });
  }
  if (typeof age !== 'number' || age < 0) {
    problems.push({ field: '--older-than', expected: 'a duration such as 30d, 12h or 5m', received: show(olderThan) });
  }
  if (problems.length > 0) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: problems.length === 1 ? 'a setting is invalid' : `${problems.length} settings are invalid`,
      nextStep: 'Correct what is listed. Nothing was removed.',
      problems,
    });
  }
  if (keep === undefined && olderThan === undefined) return [];
  return runs
    .slice(kept as number)
    .filter(({ state, lastAt }) => state !== 'running' && now - lastAt >= (age as number))
    .map(({ id }) => id);
};

const day = 24 * 3_600_000;

const readAge = (text: string): unknown => {
  const days = /^(\d+(?:\.\d+)?)\s*d$/.exec(text.trim());
  return days ? Number(days[1]) * day : readDuration(text);
};
