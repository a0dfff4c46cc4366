import type { Dimension, ExperimentReport } from '../../domain/experiment-report.js';
import { count, percent } from '../numbers.js';
import { confidenceText, figure, none, shares } from './figures.js';
import { filledColumns, type Grid } from './grid.js';

/** How the arms did in one dimension. */
export const dimensionGrid = ({ kind, name }: Dimension, { aggregates, design }: ExperimentReport): Grid => {
  const arms = aggregates.arms.filter(({ dimension }) => dimension === name);
  if (kind === 'pass') {
    return filledColumns({
      heading: ['arm', 'n', 'passed', 'rate', `${confidenceText(design.confidence)} interval`, 'not applicable'],
      figures: ['n', 'passed', 'rate', 'not applicable'],
      rows: arms.map(({ arm, n, passed, notApplicable }) => [
        ...[arm, count(n), passed ? count(passed.count) : none, passed ? percent(passed.rate) : none],
        ...[passed ? shares(passed.interval) : none, apart(notApplicable)],
      ]),
    });
  }
  return filledColumns({
    heading: ['arm', 'n', 'mean', 'sd', 'lowest', 'highest', 'not applicable'],
    figures: ['n', 'mean', 'sd', 'lowest', 'highest', 'not applicable'],
    rows: arms.map(({ arm, n, mean, sd, min, max, notApplicable }) => [
      ...[arm, count(n), figure(mean), figure(sd), figure(min), figure(max), apart(notApplicable)],
    ]),
  });
};

const apart = (trials: number): string => (trials === 0 ? '' : count(trials));
