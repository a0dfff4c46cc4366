/** How improbable it must be that a share of errors is what it was before. */
const clearly = 0.01;
/** Of so few attempts nothing is said. */
const fewest = 4;

export interface Errors {
  readonly ended: number;
  readonly failed: number;
}

/** Whether more fail now than did before: so many that chance would bring them once in a hundred times. */
export const failsMore = (before: Errors, now: Errors): boolean => {
  // Where nothing has failed yet, that is not to say that nothing ever would.
  const expected = (before.failed + 0.5) / (before.ended + 1);
  return now.failed >= 2 && atLeast(now.failed, now.ended, expected) < clearly;
};

/** Whether the task fails as such, and what is measured would be how fast it does. */
export const failsAnyway = ({ ended, failed }: Errors): boolean => ended >= fewest && failed * 2 > ended;

/** The probability of `k` or more of `n`, each with `p`. */
const atLeast = (k: number, n: number, p: number): number => {
  let [fewer, logChoices] = [0, 0];
  for (let i = 0; i < k; i++) {
    fewer += Math.exp(logChoices + i * Math.log(p) + (n - i) * Math.log1p(-p));
    logChoices += Math.log((n - i) / (i + 1));
  }
  return Math.max(0, 1 - fewer);
};
