import { type Outcome, outcomes } from '../domain/outcome.js';
import { count } from './numbers.js';
import type { Style } from './paint.js';

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  'timed-out': 'timed out',
  cancelled: 'cancelled',
  skipped: 'skipped',
  'never-started': 'never started',
  'budget-stopped': 'stopped by a budget',
};

export const outcomeStyles: Readonly<Record<Outcome, Style>> = {
  succeeded: 'green',
  failed: 'red',
  'timed-out': 'red',
  cancelled: 'yellow',
  skipped: 'yellow',
  'never-started': 'dim',
  'budget-stopped': 'yellow',
};

/** Whether it went wrong by itself, and not for the sake of something else. */
export const isFailure = (outcome: Outcome): boolean => outcome === 'failed' || outcome === 'timed-out';

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export const noOutcomes = (): Record<Outcome, number> =>
  Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;

/** `46 succeeded, 2 failed`. */
export const countsText = (counts: OutcomeCounts): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${count(counts[outcome])} ${outcomeWords[outcome]}`)
    .join(', ');
