import type { LeftOutPair } from '../domain/experiment-report.js';
import { scoreIn } from './dimensions.js';
import { type Cell, discounted } from './trial-table.js';

/** Scores are often sums of a few fractions, whose last bits differ with the order of summing. */
const lastBits = 16 * Number.EPSILON;

export interface PairedDifferences {
  /** In the order of the table, by case; only cases with a pair. */
  readonly byCase: ReadonlyMap<string, readonly number[]>;
  readonly leftOut: Readonly<Record<LeftOutPair, number>>;
  /** What of a difference may come from rounding. */
  readonly rounding: number;
}

/** `arm` minus `than` for each case and replication in which both have a score, and how many have none and why. */
export const pairedDifferences = (
  table: readonly Cell[],
  { arm, than, dimension }: { arm: string; than: string; dimension: string },
): PairedDifferences => {
  const byCase = new Map<string, number[]>();
  const leftOut = { 'did-not-succeed': 0, interfered: 0, 'not-applicable': 0 };
  let largest = 0;
  for (const { case: name, trials } of table) {
    const pair = [trials.get(arm), trials.get(than)];
    const reasons = pair.map(discounted);
    const [score, other] = pair.map((row) => row && scoreIn(dimension, row));
    if (reasons.includes('did-not-succeed')) leftOut['did-not-succeed']++;
    else if (reasons.includes('interfered')) leftOut.interfered++;
    else if (score === undefined || other === undefined) leftOut['not-applicable']++;
    else {
      const magnitude = Math.max(Math.abs(score), Math.abs(other));
      const difference = Math.abs(score - other) <= lastBits * magnitude ? 0 : score - other;
      const ofCase = byCase.get(name);
      if (ofCase) ofCase.push(difference);
      else byCase.set(name, [difference]);
      largest = Math.max(largest, magnitude);
    }
  }
  return { byCase, leftOut, rounding: lastBits * largest };
};
