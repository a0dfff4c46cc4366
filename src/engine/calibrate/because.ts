import type { CalibrationReason, CalibrationStep, PaceUnit } from '../../domain/calibration.js';
import type { RunReport } from '../../domain/run-report.js';
import { perTime } from '../../util/per-time.js';
import { paceOf } from './pace.js';

export interface Chosen {
  /** The last one is that in which the search ended. */
  readonly steps: readonly CalibrationStep[];
  readonly unit: PaceUnit;
  readonly maxParallel: number;
  readonly reason: CalibrationReason;
}

/** Why a choice is what it is, in a sentence. */
export const whyChosen = ({ steps, unit, maxParallel, reason }: Chosen): string => {
  const last = steps.at(-1) as CalibrationStep;
  const step = steps.find((one) => one.maxParallel === maxParallel) as CalibrationStep;
  const does = `${maxParallel} at once ${maxParallel === 1 ? 'does' : 'do'} ${rate(step, unit)}`;
  const isEvenOne = last.maxParallel === 1;
  switch (reason) {
    case 'knee':
      return `${does}; ${last.maxParallel} do ${gain(step, last, unit)}, which is not worth it.`;
    case 'up-to':
      return isEvenOne
        ? 'More than one at a time was not to be tried.'
        : `${does}, and ${last.maxParallel} is the most that was to be tried: more may do better still.`;
    case 'leaves':
      return `${does}, and there were not enough leaves to try more: more may do better still.`;
    case 'rate-limit':
      return isEvenOne
        ? 'Even with one at a time the service asked to wait.'
        : `With ${last.maxParallel} at once the service asked to wait, with ${maxParallel} it did not.`;
    case 'errors':
      return `With ${last.maxParallel} at once ${failing(last)} attempts failed, with fewer ${failing(together(steps.slice(0, -1)))}.`;
    case 'memory':
      return `${isEvenOne ? 'Even with one at a time' : `With ${last.maxParallel} at once`} only ${percent(last.freeMemory)} of the memory was free.`;
  }
};

export const whyFailing = (step: CalibrationStep): string =>
  `One at a time ${failing(step)} attempts failed: how fast a task fails says nothing. Correct it first.`;

export const whyTooFew = (leaves: number): string =>
  `There are too few leaves to compare one at a time with more: ${leaves === 1 ? '1 was' : `${leaves} were`} run.`;

/** Of a run that ended before a choice was made. */
export const whyEnded = ({ status, stoppedBecause }: RunReport, steps: readonly CalibrationStep[]): string => {
  if (status === 'empty') return 'There were no leaves.';
  const ended = `The run was ${status === 'cancelled' ? 'cancelled' : 'stopped'} before there was a choice${stoppedBecause === undefined ? '' : ` (${stoppedBecause})`}.`;
  const known = steps.filter(({ pace }) => pace).at(-1);
  return known ? `${ended} Up to ${known.maxParallel} at once, ${rate(known, 'leaves')}, there was no knee.` : ended;
};

const rate = (step: CalibrationStep, unit: PaceUnit): string => {
  const pace = paceOf(step, unit);
  const { times, words } = perTime(pace);
  return `${figure(pace * times)} ${unit} ${words}`;
};

const gain = (before: CalibrationStep, after: CalibrationStep, unit: PaceUnit): string => {
  const share = paceOf(after, unit) / paceOf(before, unit) - 1;
  return share < 0 ? `${percent(-share)} less` : `${percent(share)} more`;
};

const failing = ({ ended, failed }: Pick<CalibrationStep, 'ended' | 'failed'>): string =>
  `${failed === 0 ? 'none' : failed} of ${ended}`;

const together = (steps: readonly CalibrationStep[]) => ({
  ended: steps.reduce((sum, { ended }) => sum + ended, 0),
  failed: steps.reduce((sum, { failed }) => sum + failed, 0),
});

const figure = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

const percent = (share: number): string => `${Math.round(share * 100)} %`;
