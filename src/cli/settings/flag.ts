import { type OptionMention, optionPath } from '../../domain/message.js';
import type { Field } from '../../options/field.js';
import type { FlagRow } from '../../options/flag-row.js';
import type { Row, Rows } from '../../options/row.js';
import { valueText } from '../../options/text-words.js';

/** A flag that sets an option of the library. */
export interface OptionFlag extends Omit<FlagRow, 'group'> {
  /** The option's name in the library, and in a configuration. */
  readonly option: string;
  /** Where it sets a part of the option: `usd` of `budget`, or deeper `rateLimit.pattern` of `task`. */
  readonly part?: string;
  /** How what it sets is checked. */
  readonly field: Field;
  /** What `--help` says of it, with the default. */
  readonly says: string;
  /** The heading in `--help`. */
  readonly group: string;
}

/** The flags of rows, in their order. */
export const flagsOf = (rows: Rows, at: readonly string[] = []): OptionFlag[] =>
  Object.entries(rows).flatMap(([name, row]) => {
    const [option, ...path] = [...at, name];
    const own = row.flag
      ? [{ option, ...(path.length > 0 ? { part: path.join('.') } : {}), ...flagOf(row, row.flag) }]
      : [];
    return [...own, ...flagsOf(row.parts ?? {}, [...at, name])];
  });

const flagOf = (row: Row, flag: FlagRow): Omit<OptionFlag, 'option'> => {
  const { default: value } = row;
  const isTold = typeof value === 'number' || typeof value === 'string';
  const says = isTold ? `${flag.help} (default: ${valueText(flag.text, value)})` : flag.help;
  return { ...flag, field: row, says, group: `${flag.group}:` };
};

/** Each flag once, though several calls take its option. */
export const eachOnce = (flags: readonly OptionFlag[]): OptionFlag[] => [
  ...new Map(flags.map((flag) => [flag.flag, flag])).values(),
];

/** `task.rateLimit.pattern`. */
export const nameOf = ({ option, part }: OptionFlag): string => (part === undefined ? option : `${option}.${part}`);

/** The flag of what is named: that of the very part, of what is around it, or of the whole option. */
export const flagAround = (flags: readonly OptionFlag[], mention: OptionMention): OptionFlag | undefined => {
  const path = `${optionPath(mention)}.`;
  const around = flags.filter((flag) => path.startsWith(`${nameOf(flag)}.`));
  return around.reduce<OptionFlag | undefined>(
    (best, flag) => (best && nameOf(best).length >= nameOf(flag).length ? best : flag),
    undefined,
  );
};

/** A flag that says what to show, and where. */
export interface ViewFlag<Key extends string = string> {
  /** As commander calls its value. */
  readonly key: Key;
  readonly flag: string;
  readonly says: string;
  readonly value: 'switch' | 'off-switch' | 'text' | 'list';
  /** One of the few that most people need. */
  readonly common?: true;
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
