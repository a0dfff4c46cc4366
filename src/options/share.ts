import type { Zod } from './field.js';

/** `50%`, above 0. */
export const share = (z: Zod, most = Number.POSITIVE_INFINITY) =>
  z.custom<`${number}%`>((value) => {
    if (typeof value !== 'string' || !/^\d+(\.\d+)?%$/.test(value)) return false;
    const percent = Number.parseFloat(value);
    return percent > 0 && percent <= most;
  });
