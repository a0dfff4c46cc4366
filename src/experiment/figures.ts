import type { Interval } from '../domain/experiment-report.js';

const exponent = (value: number): number => Math.floor(Math.log10(Math.abs(value)));

/**
 * For people: three digits that count, and all before the point: `0.123`, `12.3`, `12345`. More where two ends of
 * something as wide as `width` would look the same otherwise.
 */
export const rounded = (value: number, width = Number.POSITIVE_INFINITY): string => {
  if (value === 0) return '0';
  const toTellApart = exponent(value) - exponent(width) + 2;
  return String(Number(value.toPrecision(Math.min(15, Math.max(3, exponent(value) + 1, toTellApart)))));
};

/** `0.12 (95 % interval 0.03 to 0.21, 40 pairs)`, without what follows the interval. */
export const withInterval = (value: number, interval: Interval, confidence: number): string => {
  const width = interval.high - interval.low;
  return `${rounded(value, width)} (${percentOf(confidence)} interval ${range(interval)}`;
};

/** `0.03 to 0.21`. */
export const range = ({ low, high }: Interval): string => `${rounded(low, high - low)} to ${rounded(high, high - low)}`;

/** `95 %`, `99.9 %`. */
export const percentOf = (share: number): string => `${Number((100 * share).toPrecision(8))} %`;

/** `1 pair`, `4 pairs`. */
export const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
