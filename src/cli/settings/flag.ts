import type { Reader } from './values.js';

/** A flag that sets an option of the library. */
export interface OptionFlag<Name extends string = string> {
  /** The option's name in the library, and in a configuration. */
  readonly option: Name;
  /** Where it sets a part of the option: `usd` of `budget`, or deeper `rateLimit.pattern` of `task`. */
  readonly part?: string;
  /** As commander writes it: `--max-tokens <n>`. */
  readonly flag: string;
  readonly says: string;
  /** What a good value is, in the words of this flag. */
  readonly expected: string;
  readonly read: Reader;
  /** May be given several times; the values are put together. */
  readonly many?: Many;
  readonly group: string;
  /** A configuration may not set it. */
  readonly isOnlyFlag?: boolean;
}

interface Many {
  /** Whether each value may hold several, apart by commas. */
  readonly commas: boolean;
  /** Makes one value of all; a list where there is none. */
  readonly gather?: (items: readonly string[]) => unknown;
}

/** A flag that says what to show, and where. */
export interface ViewFlag<Key extends string = string> {
  /** As commander calls its value. */
  readonly key: Key;
  readonly flag: string;
  readonly says: string;
  readonly value: 'switch' | 'off-switch' | 'text' | 'list';
}

interface Written {
  readonly flag: string;
}

/** The name of a flag in messages: `--max-tokens`. */
export const longName = ({ flag }: Written): string => /--[a-z-]+/.exec(flag)?.[0] ?? flag;

/** As commander calls the value of a flag: `maxTokens`. */
export const givenName = (flag: Written): string =>
  longName(flag)
    .slice(2)
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The flag's twin in the environment: `SUBPLAN_MAX_TOKENS`. */
export const envName = (flag: Written): string =>
  `SUBPLAN_${longName(flag).slice(2).replaceAll('-', '_').toUpperCase()}`;

/** What is expected of most numbers. */
export const least = (n: number, example = ''): string => `a whole number, ${n} or more${example}`;
