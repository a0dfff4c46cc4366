import type { LeftOutPair, TrialRow } from '../domain/experiment-report.js';
import { compareText } from '../util/compare.js';

/** A case and replication that is planned, with the trial of each arm. */
export interface Cell {
  readonly case: string;
  readonly replication: number;
  readonly trials: ReadonlyMap<string, TrialRow>;
}

/**
 * Trials by case and replication, in an order that follows from these two alone: whatever is summed over them is
 * summed in that order. A case that has one trial has all its replications planned.
 */
export const trialTable = (
  rows: readonly TrialRow[],
  { arms, replications }: { arms: readonly string[]; replications: number },
): readonly Cell[] => {
  const cases = new Map<string, Map<number, Map<string, TrialRow>>>();
  for (const row of rows.filter(({ arm }) => arms.includes(arm))) {
    let cells = cases.get(row.case);
    if (!cells) {
      cells = new Map(Array.from({ length: replications }, (_, i) => [i + 1, new Map()]));
      cases.set(row.case, cells);
    }
    if (!cells.has(row.replication)) cells.set(row.replication, new Map());
    cells.get(row.replication)?.set(row.arm, row);
  }
  return [...cases]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([name, cells]) =>
      [...cells].sort(([a], [b]) => a - b).map(([replication, trials]) => ({ case: name, replication, trials })),
    );
};

/** Why a trial does not count; undefined where it does. */
export const discounted = (row: TrialRow | undefined): Exclude<LeftOutPair, 'not-applicable'> | undefined => {
  if (row?.outcome !== 'succeeded') return 'did-not-succeed';
  return row.interfered === undefined ? undefined : 'interfered';
};

/** The trials of an arm that count. */
export const countedTrials = (table: readonly Cell[], arm: string): TrialRow[] =>
  table.flatMap(({ trials }) => {
    const row = trials.get(arm);
    return row && !discounted(row) ? [row] : [];
  });
