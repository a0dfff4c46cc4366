import type { Field } from './field.js';
import type { FlagRow, TextKind } from './flag-row.js';
import { isHuge, type NumberBounds, numberWords } from './number-bounds.js';

/** 86400000, in words that a reader of durations takes. */
const durationText = (ms: number): string => {
  if (ms === 0) return '0';
  if (ms % 1000 !== 0) return `${ms}ms`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
};

const sizeText = (bytes: number): string => {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}MiB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
};

/** A value as the text of a flag has it. */
export const valueText = (kind: TextKind, value: unknown): string => {
  if (typeof value !== 'number') return String(value);
  if (kind === 'duration') return durationText(value);
  if (kind === 'bytes') return sizeText(value);
  return kind === 'heap' ? sizeText(value * 2 ** 20) : String(value);
};

/** What a number is called where it is given as text. */
const whats: Partial<Record<TextKind, { readonly what: string; readonly joint?: string }>> = {
  duration: { what: 'a duration' },
  bytes: { what: 'a size', joint: ' of ' },
  heap: { what: 'a size', joint: ' of ' },
  number: { what: 'an amount' },
};

/** Where a flag has no examples of its own. */
const examples: Partial<Record<TextKind, string>> = { duration: 'such as 500ms, 30s or 5m' };

/** What a good text for a number is: `a duration from 0 to 2147483647ms`. */
const numberText = (kind: TextKind, bounds: NumberBounds, value: unknown): string =>
  numberWords(bounds, {
    ...whats[kind],
    written: (one) => valueText(kind, one),
    isHuge: isHuge(value),
  });

/** What a good text for an option is. `value` is what came of the text that was given. */
export const textExpected = (
  { bounds, names, expected }: Field,
  { text, adds = examples[text], expected: own }: Pick<FlagRow, 'text' | 'adds' | 'expected'>,
  value?: unknown,
): string => {
  const more = adds === undefined ? '' : `, ${adds}`;
  if (own !== undefined) return own;
  if (bounds) return `${numberText(text, bounds, value)}${more}`;
  if (names) return `one of ${names.join(', ')}`;
  return text === 'switch' ? '1 or 0' : expected;
};
