/**
 * How a leaf or a branch ended. `never-started`: no attempt of it ever began. `cancelled`: an attempt had begun and was
 * ended from outside. `skipped`: something it needs did not succeed. `budget-stopped`: what the run may spend, or its time,
 * was used up before it came to its end.
 */
export const outcomes = [
  'succeeded',
  'failed',
  'timed-out',
  'cancelled',
  'skipped',
  'never-started',
  'budget-stopped',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Who ended a run early. */
export type EndedBy = 'user' | 'failures' | 'budget';

/** How a run ended. `empty`: there was nothing to do. `stopped`: it was asked to start nothing more. */
export type RunStatus = 'succeeded' | 'failed' | 'cancelled' | 'stopped' | 'empty';
