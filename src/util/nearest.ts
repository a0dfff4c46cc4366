/** The candidate that was probably meant: the one fewest edits away, when that is few for its length. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  let [best, fewest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const candidate of candidates) {
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best !== undefined && fewest <= Math.max(1, Math.floor(best.length / 3)) ? best : undefined;
};

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
};
