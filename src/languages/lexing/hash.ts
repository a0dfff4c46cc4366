/**
 * A number for a word, from its characters in order, beginning with 0. Up to four characters of ASCII never share one:
 * with 31, as is common, `Aa` and `BB` would.
 */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 131) + code) | 0;

export const hashOfText = (text: string, from: number, to: number): number => {
  let hash = 0;
  for (let at = from; at < to; at++) hash = hashStep(hash, text.charCodeAt(at));
  return hash;
};

/** The same of characters by code, as `codesOf` gives them. */
export const hashOfCodes = (codes: Uint16Array, from: number, to: number): number => {
  let hash = 0;
  for (let at = from; at < to; at++) hash = hashStep(hash, codes[at]);
  return hash;
};
