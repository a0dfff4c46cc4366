/** Passed and not passed in two groups. */
export interface TwoByTwo {
  readonly passed: readonly [number, number];
  readonly failed: readonly [number, number];
}

/**
 * Fisher's exact test, two-sided: how probable a split of the passes as uneven as this one, or more, is where both groups
 * pass alike. Splits count as at least as uneven where they are no more probable, but for rounding.
 */
export const fisherTest = ({ passed, failed }: TwoByTwo): number => {
  const groups = [passed[0] + failed[0], passed[1] + failed[1]];
  const passes = passed[0] + passed[1];
  const all = groups[0] + groups[1];
  const [least, most] = [Math.max(0, passes - groups[1]), Math.min(passes, groups[0])];
  const log = logFactorials(all);
  // Of so many passes in the first group, but for what all of them have in common.
  const logProbability = (k: number): number =>
    -(log[k] + log[groups[0] - k] + log[passes - k] + log[groups[1] - passes + k]);
  const common = log[groups[0]] + log[groups[1]] + log[passes] + log[all - passes] - log[all];
  const seen = logProbability(passed[0]);
  let p = 0;
  for (let k = least; k <= most; k++) {
    const one = logProbability(k);
    if (one <= seen + 1e-7) p += Math.exp(common + one);
  }
  return Math.min(1, p);
};

const logFactorials = (most: number): Float64Array => {
  const logs = new Float64Array(most + 1);
  for (let i = 2; i <= most; i++) logs[i] = logs[i - 1] + Math.log(i);
  return logs;
};
