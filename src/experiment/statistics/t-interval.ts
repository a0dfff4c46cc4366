import type { Interval } from '../../domain/experiment-report.js';
import { studentCritical } from './student.js';

/** Student's interval around an estimate with a standard error. */
export const tInterval = (
  estimate: number,
  { standardError, df, confidence }: { standardError: number; df: number; confidence: number },
): Interval => {
  const reach = studentCritical(confidence, df) * standardError;
  return { low: estimate - reach, high: estimate + reach };
};
