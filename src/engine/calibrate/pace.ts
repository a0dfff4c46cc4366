import type { CalibrationStep, PaceUnit } from '../../domain/calibration.js';

/** A leaf that succeeded. */
export interface Sample {
  readonly ms: number;
  readonly tokens: number;
}

export const paceOf = ({ pace }: CalibrationStep, unit: PaceUnit): number =>
  (unit === 'tokens' ? pace?.tokensPerSecond : pace?.leavesPerSecond) ?? 0;

/** Tokens have to say clearly more about the times of leaves than their mere number does. */
const clearlyLess = 0.8;

/**
 * What to compare steps by. Where a leaf of twice the tokens takes twice as long, a step that happened to get small
 * leaves would look fast by leaves; where all take the same time, it would look slow by tokens. So it is what varies less
 * within steps: the time of a leaf, or the time of a token.
 */
export const unitFor = (steps: readonly (readonly Sample[])[]): PaceUnit => {
  const [leaves, tokens] = (['leaves', 'tokens'] as const).map((unit) =>
    steps.reduce((sum, samples) => sum + squares(samples, unit), 0),
  );
  // Of leaves without tokens it is no number, which is less than none.
  return tokens < clearlyLess * leaves ? 'tokens' : 'leaves';
};

/** How far off a pace may be, as a share of it: the standard error of the mean time, by what it varies less by. */
export const uncertainty = (samples: readonly Sample[]): number => {
  if (samples.length < 2) return 1;
  const sum = squares(samples, unitFor([samples]));
  return Math.sqrt(sum / (samples.length - 1) / samples.length);
};

/** The sum of squared distances from the mean, of logarithms: it is ratios that count. */
const squares = (samples: readonly Sample[], unit: PaceUnit): number => {
  const logs = samples.map(({ ms, tokens }) => Math.log(Math.max(ms, shortest) / (unit === 'tokens' ? tokens : 1)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
};

/** Milliseconds below which a clock tells nothing. */
const shortest = 0.01;
