import { median } from './figure.js';

/** So many rows of the history are looked at: older ones are of a program that is no longer the same. */
const mostRows = 10;
/** Fewer say nothing about how much a figure varies. */
export const fewestRows = 5;

/** What a figure may be without having changed. */
export interface Spread {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
}

/**
 * The range of the last rows, made wider by half of its width and a twentieth of the median: of ten measurements of the
 * same program, an eleventh lies outside the bare range about once in five times. Undefined where there are too few rows.
 */
export const spreadOf = (values: readonly number[]): Spread | undefined => {
  const last = values.slice(-mostRows);
  if (last.length < fewestRows) return undefined;
  const [least, most, middle] = [Math.min(...last), Math.max(...last), median(last)];
  const margin = (most - least) / 2 + Math.abs(middle) / 20;
  return { low: least - margin, high: most + margin, middle };
};

const blocks = '▁▂▃▄▅▆▇█';

/** One character for each value, low to high. */
export const trend = (values: readonly number[]): string => {
  const shown = values.slice(-mostRows - 1);
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const height = (value: number): number =>
    most === least ? 0 : Math.round(((value - least) / (most - least)) * (blocks.length - 1));
  return shown.map((value) => blocks[height(value)]).join('');
};
