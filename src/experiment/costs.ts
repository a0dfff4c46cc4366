import type { ArmCosts, TrialRow } from '../domain/experiment-report.js';
import { addUsage, noUsage } from '../domain/usage.js';
import { byPosition } from './excluded.js';
import { mean } from './statistics/moments.js';
import { discounted } from './trial-table.js';

/** What each arm took. */
export const costsOf = (rows: readonly TrialRow[], arms: readonly string[]): readonly ArmCosts[] => {
  const inOrder = byPosition(rows);
  return arms.map((arm) => {
    const own = inOrder.filter((row) => row.arm === arm);
    const times = own.flatMap((row) => (discounted(row) || row.ms === undefined ? [] : [row.ms]));
    return {
      arm,
      meanMs: times.length > 0 ? mean(times) : undefined,
      usage: own.map(({ usage }) => usage).reduce(addUsage, noUsage),
    };
  });
};
