import type { ArmStatistics, Dimension, TrialRow } from '../domain/experiment-report.js';
import { scoreIn } from './dimensions.js';
import { moments } from './statistics/moments.js';
import { wilsonInterval } from './statistics/wilson.js';

/** One arm in one dimension, from its trials that count. */
export const armStatistics = (
  arm: string,
  counted: readonly TrialRow[],
  { dimension, confidence }: { dimension: Dimension; confidence: number },
): ArmStatistics => {
  const scores = counted.map((row) => scoreIn(dimension.name, row)).filter((score) => score !== undefined);
  const { n, mean, sd, min, max } = moments(scores);
  const about = { arm, dimension: dimension.name, n, notApplicable: counted.length - n };
  if (n === 0) return { ...about, mean: undefined, sd: undefined, min: undefined, max: undefined };
  if (dimension.kind === 'number') return { ...about, mean, sd, min, max };
  const count = scores.filter((score) => score === 1).length;
  const passed = { count, rate: count / n, interval: wilsonInterval(count, n, confidence) };
  return { ...about, mean, sd, min, max, passed };
};
