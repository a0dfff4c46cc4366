import type { TextKind } from '../../options/flag-row.js';
import { readCount, readDuration, scaled } from '../../util/quantities.js';

export { readCount, readDuration };

const sizes: Readonly<Record<string, number>> = {
  ...{ '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 },
  ...{ kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
};

/**
 * These read a flag's text into the value the library takes. Text they cannot read they return as it is: the options
 * are checked in one place, which refuses it with all else that is wrong.
 */
export type Reader = (text: string) => unknown;

/** `1048576`, `500kB`, `1MiB`. */
export const readBytes: Reader = (text) => scaled(text, sizes);

export const readWhole: Reader = (text) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : text);

const readText: Reader = (text) => text;

/** Several values in one text, apart by commas; not those in braces: `src/{a,b}/**` is one glob. */
export const readList = (text: string): string[] => {
  const items: string[] = [];
  let [item, depth] = ['', 0];
  for (const char of text) {
    if (char === '{') depth++;
    if (char === '}') depth = Math.max(0, depth - 1);
    if (char === ',' && depth === 0) {
      items.push(item.trim());
      item = '';
    } else item += char;
  }
  return [...items, item.trim()].filter((one) => one !== '');
};

const yes = ['1', 'true', 'yes', 'on'];
const no = ['', '0', 'false', 'no', 'off'];

/** A switch in the environment; undefined where the text is neither yes nor no. */
export const readSwitch = (text: string): boolean | undefined => {
  const word = text.trim().toLowerCase();
  return yes.includes(word) ? true : no.includes(word) ? false : undefined;
};

/** A switch that may name something instead: `1` and `true` are yes, `0` is no, anything else is meant as it stands. */
const readChoice: Reader = (text) => readSwitch(text) ?? text;

/** `512MiB`, `2GiB`, in whole MiB; a bare number is MiB already. */
export const readHeap: Reader = (text) => {
  const bytes = scaled(text, { ...sizes, '': 2 ** 20 });
  return typeof bytes === 'number' ? Math.floor(bytes / 2 ** 20) : text;
};

/** `['gpu=1', 'api=4']` as `{ gpu: 1, api: 4 }`. */
export const readLimits = (items: readonly string[]): unknown => {
  const pairs = items.map((item) => /^\s*(.*?)\s*=(.*)$/s.exec(item));
  if (!pairs.every((pair) => pair !== null && pair[1] !== '')) return items;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], readCount(pair?.[2] ?? '')]));
};

/** `20`, `0.5`, `$20`. */
const readNumber: Reader = (text) => {
  const amount = text.trim().replace(/^\$/, '');
  return /^\d+(?:\.\d+)?$/.test(amount) ? Number(amount) : text;
};

/** `['usd=total_cost_usd']` as `{ usd: 'total_cost_usd' }`. */
const readAmounts = (items: readonly string[]): unknown => {
  const pairs = items.map((item) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/s.exec(item));
  if (!pairs.every((pair) => pair !== null)) return items;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
};

const readCodes = (items: readonly string[]): unknown => items.map(readWhole);

/** How the text of a flag is read, by its kind. */
export const readers: Readonly<Record<TextKind, Reader>> = {
  ...{ text: readText, count: readCount, tokens: readCount, whole: readWhole, number: readNumber },
  ...{ duration: readDuration, bytes: readBytes, heap: readHeap, choice: readChoice, switch: readChoice },
  ...{ limits: readText, amounts: readText, codes: readText },
};

/** Makes one value of several texts; a list where there is nothing to make. */
export const gatherers: Partial<Readonly<Record<TextKind, (items: readonly string[]) => unknown>>> = {
  ...{ limits: readLimits, amounts: readAmounts, codes: readCodes },
};
