/** From here on the series below has all the digits of a number. */
const large = 16;
const tiny = 1e-300;
/** It takes about the square root of the larger parameter. */
const mostSteps = 100_000;

/** Γ(a + 1/2) / Γ(a), without the two large logarithms whose difference would cost digits. */
const gammaHalfStep = (a: number): number => {
  let factor = 1;
  let z = a;
  for (; z < large; z++) factor *= z / (z + 0.5);
  const w = 1 / (z * z);
  const series = -1 / 8 + w * (1 / 192 + w * (-1 / 640 + w * (17 / 14336 - (w * 31) / 18432)));
  return factor * Math.sqrt(z) * Math.exp(series / z);
};

/** The continued fraction of the incomplete beta function, by Lentz's method; for x below (a + 1) / (a + b + 2). */
const betaFraction = (a: number, b: number, x: number): number => {
  const safe = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= mostSteps; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) <= Number.EPSILON) break;
  }
  return result;
};

/**
 * The regularised incomplete beta function I(a, 1/2) at x = 1 / (1 + ratio): the form in which Student's distribution
 * has it. The ratio is asked for, because x alone would be rounded to 1 where it is small.
 */
export const incompleteBetaHalf = (a: number, ratio: number): number => {
  const x = 1 / (1 + ratio);
  const y = ratio / (1 + ratio);
  const front = Math.exp(-a * Math.log1p(ratio)) * Math.sqrt(y / Math.PI) * gammaHalfStep(a);
  return x < (a + 1) / (a + 2.5) ? (front * betaFraction(a, 0.5, x)) / a : 1 - 2 * front * betaFraction(0.5, a, y);
};
