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
  sampled: 'normal',
  log: 'normal',
  progress: 'never',
  spent: 'never',
  reopened: 'notable',
  'limit-changed': 'notable',
  'slowed-down': 'notable',
  'sped-up': 'verbose',
  budget: 'notable',
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
  const needed = neededLevel(event);
  return needed !== 'never' && levels.indexOf(needed) <= levels.indexOf(level);
};

/** A try that failed is seen also where another one succeeds. */
const neededLevel = (event: RunEvent): Level | 'never' => {
  if (event.type === 'settled') return settledLevel(event);
  if (event.type === 'sampled' && event.failure && event.result !== 'cancelled') return 'notable';
  return levelOfType[event.type];
};

/** Thousands may never have started, or be rolled up: that is told only where everything is. */
const settledLevel = ({ outcome, kind }: Extract<RunEvent, { type: 'settled' }>): Level => {
  if (isFailure(outcome)) return 'failures';
  return outcome === 'never-started' || kind === 'branch' ? 'verbose' : 'normal';
};
