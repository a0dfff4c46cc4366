import { countWork } from './work/count-work.js';

const times = 4;

/** Above this, work does not grow in proportion: four times the input is 4 times the work, or 16 if quadratic. */
export const linear = 8;

/** How many times as much work `run` does on an input four times as large. It is counted, not timed. */
export const growth = (size: number, run: (size: number) => void): number => {
  // What is made at the first call, and kept, is no part of it.
  run(size);
  const small = countWork(() => run(size));
  return countWork(() => run(times * size)) / small;
};
