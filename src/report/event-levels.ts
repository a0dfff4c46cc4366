import type { RunEvent, RunEventType } from '../domain/run-event.js';
import { isFailure } from './outcome-words.js';

/** How much is told: only what failed; also what one should know; also what happens; also what starts. */
const levels = ['failures', 'notable', 'normal', 'verbose'] as const;
export type Level = (typeof levels)[number];

const levelOfType: Readonly<Record<Exclude<RunEventType, 'settled'>, Level | 'never'>> = {
  'run-started': 'normal',
  'attempt-started': 'verbose',
  'attempt-failed': 'normal',
  'attempt-lost': 'notable',
  log: 'normal',
  progress: 'never',
  spent: 'never',
  'limit-changed': 'notable',
  paused: 'notable',
  unpaused: 'notable',
  stopping: 'notable',
  cancelling: 'notable',
  warning: 'notable',
  'events-dropped': 'notable',
  'run-ended': 'never',
};

/** Whether an event is worth telling where this much is told. */
export const isTold = (event: RunEvent, level: Level): boolean => {
  const needed = event.type === 'settled' ? settledLevel(event) : levelOfType[event.type];
  return needed !== 'never' && levels.indexOf(needed) <= levels.indexOf(level);
};

/** Thousands may never have started, or be rolled up: that is told only where everything is. */
const settledLevel = ({ outcome, kind }: Extract<RunEvent, { type: 'settled' }>): Level => {
  if (isFailure(outcome)) return 'failures';
  return outcome === 'never-started' || kind === 'branch' ? 'verbose' : 'normal';
};
