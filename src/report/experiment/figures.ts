import type { Interval } from '../../domain/experiment-report.js';
import { count, percent } from '../numbers.js';

/** What stands where there is no figure. */
export const none = '-';

/** The digits that matter: `0.8123`, `12.35`, `-1,234`, `1.2e-7`. */
export const figure = (value: number | undefined): string => {
  if (value === undefined) return none;
  const size = Math.abs(value);
  if (size >= 1000 && size < 1e15) return (value < 0 ? '-' : '') + count(size);
  const rounded = Number(value.toPrecision(size < 1e-4 || size >= 1e15 ? 2 : 4));
  // Not `-0`.
  return String(rounded === 0 ? 0 : rounded);
};

/** A difference: `+0.12`, `-3`. */
export const signed = (value: number): string => (value > 0 ? `+${figure(value)}` : figure(value));

/** `0.03 to 0.21`. */
export const range = (interval: Interval | undefined, text = figure): string =>
  interval ? `${text(interval.low)} to ${text(interval.high)}` : none;

export const shares = (interval: Interval): string => range(interval, (share) => percent(share ?? 0));

/** Of an interval: `95 %`, `99.9 %`. */
export const confidenceText = (confidence: number): string => `${Number((confidence * 100).toPrecision(6))} %`;
