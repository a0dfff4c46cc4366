import type { ExperimentReport } from '../../domain/experiment-report.js';
import { spendingOf } from '../../domain/usage.js';
import { dollars } from '../budget-text.js';
import { took } from '../durations.js';
import { count } from '../numbers.js';
import { usageText } from '../usage-text.js';
import { none } from './figures.js';
import { filledColumns, type Grid } from './grid.js';

const totals = ['tokens', 'inputTokens', 'outputTokens', 'usd'];

/** What became of the trials of each arm, how long they took, and what they spent in all. */
export const armGrid = ({ coverage, costs }: ExperimentReport): Grid =>
  filledColumns({
    heading: ['arm', 'counted', 'failed', 'not finished', 'interfered', 'mean time', 'tokens', 'money', 'other usage'],
    figures: ['counted', 'failed', 'not finished', 'interfered', 'mean time', 'tokens', 'money'],
    rows: coverage.arms.map(({ arm, planned, scored, failed, unfinished, interfered }) => {
      const { meanMs, usage = {} } = costs.find((one) => one.arm === arm) ?? {};
      const { tokens, usd } = spendingOf(usage);
      const others = Object.entries(usage).filter(([name]) => !totals.includes(name));
      return [
        ...[arm, `${count(scored)} of ${count(planned)}`, above0(failed), above0(unfinished), above0(interfered)],
        ...[meanMs === undefined ? none : took(meanMs), above0(tokens), usd > 0 ? dollars(usd) : ''],
        usageText(Object.fromEntries(others)),
      ];
    }),
  });

const above0 = (value: number): string => (value > 0 ? count(value) : '');
