/**
 * A seeded generator of whole numbers in [0, 2^32): mulberry32. Small, fast, and the same sequence on every machine,
 * which is what "the same input gives the same bytes" needs of it.
 */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
};

/** The whole numbers below `size` in a random order. */
export const shuffled = (size: number, random: () => number): Uint32Array => {
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = random() % (i + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
};
