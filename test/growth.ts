const times = 8;
const rounds = 10;

/** Above this, time does not grow in proportion: eight times the input takes about 8 times as long, or 64 if quadratic. */
export const linear = 32;

/** How many times as long `run` takes on an input eight times as large: a ratio within one run, the best of a few. */
export const growth = (size: number, run: (size: number) => void): number => {
  const measure = (input: number): number => {
    const start = performance.now();
    run(input);
    return performance.now() - start;
  };
  run(size);
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    small = Math.min(small, measure(size));
    large = Math.min(large, measure(times * size));
    // Good enough once is good enough: only what never is proportional is measured to the end.
    if (large / small < linear) break;
  }
  return large / small;
};
