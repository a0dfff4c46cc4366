import type { RunReport } from '../domain/run-report.js';

export interface SpeedUp {
  /** How long the run took. */
  readonly wallMs: number;
  /** How long its leaves would have taken one after another. */
  readonly sumMs: number;
  readonly times: number;
}

/** Undefined where fewer than two leaves ran, or no time passed: there is nothing to compare. */
export const speedUp = ({ leaves, startedAt, endedAt }: RunReport): SpeedUp | undefined => {
  // What ran before the run was resumed took none of this time.
  const ran = leaves.filter((leaf) => (leaf.startedAt ?? 0) >= startedAt && leaf.endedAt !== undefined);
  const wallMs = endedAt - startedAt;
  if (ran.length < 2 || wallMs <= 0) return undefined;
  const sumMs = ran.reduce((sum, leaf) => sum + ((leaf.endedAt as number) - (leaf.startedAt as number)), 0);
  return { wallMs, sumMs, times: sumMs / wallMs };
};
