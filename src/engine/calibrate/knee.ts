import type { CalibrationChoice, CalibrationReason, CalibrationStep, PaceUnit } from '../../domain/calibration.js';
import { whyChosen, whyFailing, whyTooFew } from './because.js';
import { failsAnyway, failsMore } from './error-share.js';
import { paceOf } from './pace.js';

/** What is known when it is to be decided how to go on. */
export interface Measured {
  /** All but the last are measured; the last one is too, or there is trouble in it, or the leaves ran out. */
  readonly steps: readonly CalibrationStep[];
  readonly unit: PaceUnit;
  readonly upTo: number;
  /** Leaves that have not started. */
  readonly waiting: number;
  /** The share of the memory that was free before anything ran. */
  readonly freeBefore: number;
}

export type Decision =
  | { readonly kind: 'go-on'; readonly maxParallel: number }
  | { readonly kind: 'stop'; readonly choice: CalibrationChoice };

/** A doubling that gains less is not worth it: perfect scaling gains 1, and noise alone some 0.15. */
const leastGain = 0.2;
/** Where two steps are known less well than this together, one of them may have been chance. */
const sure = 0.25;
const leastFree = 0.1;

/** Decides whether to let twice as many run, or which step to choose. */
export const decide = (measured: Measured): Decision => {
  const { steps, unit, upTo, waiting } = measured;
  const last = steps.at(-1);
  if (!last) return { kind: 'go-on', maxParallel: 1 };
  const trouble = troubleIn(measured);
  if (trouble) return afterTrouble(measured, trouble);
  if (!last.pace) return stopAt(measured, 'leaves');
  const best = bestOf(steps, unit);
  const isWorthIt = best === last;
  if (!isWorthIt && !isDoubtful(best, steps)) return stopAt(measured, 'knee');
  if (last.maxParallel >= upTo) return stopAt(measured, isWorthIt ? 'up-to' : 'knee');
  const maxParallel = Math.min(upTo, 2 * last.maxParallel);
  if (waiting < leavesFor(maxParallel, last.maxParallel)) return stopAt(measured, isWorthIt ? 'leaves' : 'knee');
  return { kind: 'go-on', maxParallel };
};

/** The last step that was worth it, each compared with the last one before that was. */
const bestOf = (steps: readonly CalibrationStep[], unit: PaceUnit): CalibrationStep =>
  steps.reduce((best, step) => (isWorth(best, step, unit) ? step : best));

/** One step that is not worth it may have had bad luck, or the one before good luck. A second one settles it. */
const isDoubtful = (best: CalibrationStep, steps: readonly CalibrationStep[]): boolean => {
  const [before, last] = steps.slice(-2);
  return before === best && Math.hypot(before.pace?.uncertainty ?? 0, last.pace?.uncertainty ?? 0) > sure;
};

type Trouble = Extract<CalibrationReason, 'errors' | 'rate-limit' | 'memory'>;

/** What goes wrong in the last step. It need not be measured for that. */
export const troubleIn = ({ steps, freeBefore }: Pick<Measured, 'steps' | 'freeBefore'>): Trouble | undefined => {
  const last = steps.at(-1);
  if (!last) return undefined;
  if (last.rateLimits > 0) return 'rate-limit';
  const before = { ended: sum(steps.slice(0, -1), 'ended'), failed: sum(steps.slice(0, -1), 'failed') };
  if (steps.length === 1 ? failsAnyway(last) : failsMore(before, last)) return 'errors';
  // Where little was free to begin with, that is not what running these has brought.
  return last.freeMemory < Math.min(leastFree, freeBefore / 2) ? 'memory' : undefined;
};

/** Even one at a time may be too much for a service or for the memory; there is no less than that. */
const afterTrouble = (measured: Measured, trouble: Trouble): Decision => {
  const { steps } = measured;
  if (steps.length > 1) return stopAt(measured, trouble);
  const [only] = steps;
  if (trouble === 'errors') return stop({ kind: 'undecided', because: whyFailing(only) });
  return chosen(measured, { maxParallel: 1, reason: trouble });
};

/** What gains less than is worth it is not chosen although it is the fastest: the smallest that is about as good is. */
const stopAt = (measured: Measured, reason: CalibrationReason): Decision => {
  const { steps, unit } = measured;
  const isTrouble = reason === 'errors' || reason === 'rate-limit' || reason === 'memory';
  const good = (isTrouble ? steps.slice(0, -1) : steps).filter(({ pace }) => pace);
  // One step compares with nothing.
  if (reason === 'leaves' && good.length < 2) {
    return stop({ kind: 'undecided', because: whyTooFew(sum(steps, 'ended')) });
  }
  return chosen(measured, { maxParallel: bestOf(good, unit).maxParallel, reason });
};

const chosen = (
  measured: Measured,
  { maxParallel, reason }: { readonly maxParallel: number; readonly reason: CalibrationReason },
): Decision => stop({ kind: 'chosen', maxParallel, reason, because: whyChosen({ ...measured, maxParallel, reason }) });

const stop = (choice: CalibrationChoice): Decision => ({ kind: 'stop', choice });

/** The last step may be less than a doubling, and must gain less then. */
const isWorth = (before: CalibrationStep, last: CalibrationStep, unit: PaceUnit): boolean => {
  const doublings = Math.log2(last.maxParallel / before.maxParallel);
  const pace = paceOf(last, unit);
  return pace > 0 && pace >= paceOf(before, unit) * (1 + leastGain) ** doublings;
};

/**
 * How many leaves must wait for a step to be measured: as many as it lets run have to end before it counts, at least as
 * many again while it does, and all slots are to be in use by then; those of the step before run already.
 */
const leavesFor = (maxParallel: number, running: number): number => 3 * maxParallel - 1 - running;

const sum = (steps: readonly CalibrationStep[], field: 'ended' | 'failed'): number =>
  steps.reduce((total, step) => total + step[field], 0);
