import { incompleteBetaHalf } from './incomplete-beta.js';
import { tailPoint } from './tail-point.js';

/** The probability of a value of Student's t above `t`, for t of 0 and more; `df` need not be whole. */
export const studentTail = (t: number, df: number): number => incompleteBetaHalf(df / 2, (t * t) / df) / 2;

/** Student's t quantile: how far to each side of 0 the given share lies, 2.776 for 0.95 and 4 degrees of freedom. */
export const studentCritical = (confidence: number, df: number): number =>
  tailPoint((t) => studentTail(t, df), (1 - confidence) / 2);
