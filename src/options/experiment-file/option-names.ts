import { commandRows } from '../command-options.js';
import { executeRows } from '../execute-options.js';
import type { Row, Rows } from '../row.js';

const rowsBelow = (rows: Rows): [string, Row][] =>
  Object.entries(rows).flatMap(([name, row]) => [[name, row] as [string, Row], ...rowsBelow(row.parts ?? {})]);

const named = rowsBelow({ ...executeRows, ...commandRows });

/** Times are durations in a file, under names that do not say the unit. */
export const durationNames: ReadonlyMap<string, string> = new Map(
  named.flatMap(([name, { flag }]) => (flag?.text === 'duration' ? [[name.replace(/Ms$/, ''), name]] : [])),
);

const shortNames = new Map([...durationNames].map(([name, option]) => [option, name]));

/** The name an option has in a file where it has not been given another: `timeout` for `timeoutMs`. */
export const fileName = (option: string): string => shortNames.get(option) ?? option;

/** Where a number may be written `30k` or `2M`. */
export const shortCounts: ReadonlySet<string> = new Set(
  named.flatMap(([name, { flag }]) => (flag?.text === 'tokens' ? [name] : [])),
);

/** The name an option has in the library: `maxParallel` for `max-parallel`, `timeoutMs` for `timeout`. */
export const optionOf = (key: string): string => {
  const name = camelCase(key);
  return durationNames.get(name) ?? name;
};

export const camelCase = (key: string): string =>
  key.replace(/([a-z0-9])-([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
