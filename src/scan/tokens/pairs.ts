/**
 * Rare words fall into more tokens than common ones, and pairs of letters tell them apart: hardly any token ends between
 * `i` and `n`, nearly all do between `t` and `q`. Each pair of letters within a word adds its own part of a token.
 * Letters are numbered 1–26 (lower case) and 27–52 (upper case); 0 is anything else.
 */
export const letterBits = 6;

export const letterTable = (): Uint8Array => {
  const table = new Uint8Array(65_536);
  for (let i = 0; i < 26; i++) {
    table[97 + i] = 1 + i;
    table[65 + i] = 27 + i;
  }
  return table;
};

/** The pair's place in the 26 × 26 weights, whatever its case; -1 where a word ends between the two. */
export const pairOf = (before: number, after: number): number => {
  const isHump = before <= 26 && after > 26;
  return before === 0 || after === 0 || isHump ? -1 : ((before - 1) % 26) * 26 + ((after - 1) % 26);
};

/** The weights by `(before << letterBits) | after`. */
export const pairTable = (weights: readonly number[]): Float64Array => {
  const table = new Float64Array(1 << (2 * letterBits));
  for (let before = 0; before <= 52; before++) {
    for (let after = 0; after <= 52; after++) {
      const pair = pairOf(before, after);
      if (pair >= 0) table[(before << letterBits) | after] = weights[pair]!;
    }
  }
  return table;
};
