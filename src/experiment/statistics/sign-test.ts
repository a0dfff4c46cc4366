/**
 * The exact two-sided probability that `higher + lower` fair coins fall at least as unevenly. Pairs that are the same
 * are left out. The largest term is made by multiplying and halving in turn, so that neither a binomial coefficient
 * nor a power of two leaves the range of numbers.
 */
export const signTest = (higher: number, lower: number): number => {
  const n = higher + lower;
  const fewer = Math.min(higher, lower);
  let term = 1;
  let halvings = n;
  for (let i = 1; i <= fewer; i++) {
    term *= (n - fewer + i) / i;
    for (; term > 1 && halvings > 0; halvings--) term /= 2;
  }
  term *= 2 ** -halvings;
  let tail = 0;
  for (let i = fewer; i >= 0 && term > 0; i--) {
    tail += term;
    term *= i / (n - i + 1);
  }
  return Math.min(1, 2 * tail);
};
