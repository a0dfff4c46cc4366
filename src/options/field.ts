import type { z } from 'zod';
import type { NumberBounds } from './number-bounds.js';

export type Zod = typeof z;

/** How a value is checked. */
export interface Field<T = unknown> {
  /** Made when the first value is checked, so that flags and help are there without the library of schemas. */
  readonly schema: (zod: Zod) => z.ZodType<T>;
  /** What a good value is, in the words of the library. */
  readonly expected: string;
  /** Of a number. */
  readonly bounds?: NumberBounds;
  /** Of a value that is one of several names. */
  readonly names?: readonly string[];
}
