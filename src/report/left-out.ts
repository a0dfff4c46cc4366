import { type LeftOut, type LeftOutReason, leftOutReasons } from '../domain/inventory.js';
import { some } from './numbers.js';
import type { Paint } from './paint.js';
import { clip } from './text-width.js';
import { visible } from './visible.js';

const few = 3;

const words: Readonly<Record<LeftOutReason, string>> = {
  binary: 'binary',
  vendored: 'vendored',
  minified: 'minified',
  generated: 'generated',
  lock: 'lock',
  oversized: 'oversized',
  link: 'link',
  unreadable: 'unreadable',
  'name-not-utf8': 'with a name that is not UTF-8',
  special: 'neither file nor folder',
};

/** What stands in no leaf, by reason, the most frequent first: `3 lock: a, b, c`. */
export const leftOutByReason = (leftOut: readonly LeftOut[]): string[] =>
  byReason(leftOut).map(([reason, list]) => {
    const names = list.slice(0, few).map(({ path }) => clip(visible(path), 40));
    return `${some(list.length, words[reason], words[reason])}: ${names.join(', ')}${list.length > few ? ', …' : ''}`;
  });

/** All that stands in no leaf, a line each, with what was seen. */
export const listLeftOut = (leftOut: readonly LeftOut[], columns: number | undefined, paint: Paint): string[] =>
  byReason(leftOut).flatMap(([reason, list]) => [
    paint('bold', `Left out, ${words[reason]} (${list.length})`),
    ...list.map(({ path, detail }) => {
      const line = `  ${visible(path)}${detail === '' ? '' : `  (${visible(detail)})`}`;
      return columns === undefined ? line : clip(line, columns);
    }),
  ]);

const byReason = (leftOut: readonly LeftOut[]): (readonly [LeftOutReason, readonly LeftOut[]])[] =>
  leftOutReasons
    .map((reason) => [reason, leftOut.filter((one) => one.reason === reason)] as const)
    .filter(([, list]) => list.length > 0)
    .sort((a, b) => b[1].length - a[1].length);
