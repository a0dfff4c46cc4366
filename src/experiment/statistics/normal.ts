import { tailPoint } from './tail-point.js';

/** From here on the series would lose digits, and the fraction converges fast. */
const far = 3;
const fractionTerms = 100;

/** The probability of a standard normal value above x, for x of 0 and more. */
export const normalTail = (x: number): number => {
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x >= far) {
    let fraction = x;
    for (let k = fractionTerms; k > 0; k--) fraction = x + k / fraction;
    return density / fraction;
  }
  let term = x;
  let series = x;
  for (let k = 3; term > series * Number.EPSILON; k += 2) {
    term *= (x * x) / k;
    series += term;
  }
  return 0.5 - density * series;
};

/** How many standard deviations to each side hold the given share of a normal distribution: 1.96 for 0.95. */
export const normalCritical = (confidence: number): number => tailPoint(normalTail, (1 - confidence) / 2);
