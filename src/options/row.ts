import type { Field } from './field.js';
import type { FlagRow } from './flag-row.js';

/**
 * What may become of an option when a run is resumed. `throughput`: it may differ. `limit`: it may differ, and holds for
 * unfinished leaves only. `result`: it must be the same. `place`: where things stand; it is not compared.
 */
export type ResumeClass = 'throughput' | 'limit' | 'result' | 'place';

/**
 * Where an option applies besides its own call: `calibrate`, `experiment` and `mapParallel` of the library, the file of an
 * experiment, and the flags of `subplan experiment run`.
 */
export type Place = 'calibrate' | 'experiment' | 'experiment-file' | 'experiment-flags' | 'map';

/** Everything there is to know of an option: its check, its default, its flag, and where it applies. */
export interface Row<T = unknown, In extends Place = Place, Default = unknown> extends Field<T> {
  readonly default: Default;
  readonly resume: ResumeClass;
  readonly in: readonly In[];
  /** How it is given on the command line; only code can give it where there is none. */
  readonly flag?: FlagRow;
  /** What differs where an experiment takes it. */
  readonly experiment?: { readonly default?: T; readonly flag?: Partial<FlagRow> };
  /** Of an option that is an object: its fields. */
  readonly parts?: Readonly<Record<string, Row>>;
  /** Why `calibrate` does not take it. */
  readonly notCalibrated?: string;
}

/** Makes a row; its type knows the value, the places, and whether there is a default. */
export const option = <T, const In extends Place = never, Default extends T | undefined = undefined>(
  row: Omit<Row<T, In, Default>, 'default' | 'in'> & { readonly default?: Default; readonly in?: readonly In[] },
): Row<T, In, Default> => ({ ...row, default: row.default as Default, in: row.in ?? [] });

export type Rows = Readonly<Record<string, Row>>;

/** What may be given for rows. Comments on the rows are those of the options. */
export type OptionsOf<R> = { readonly [Name in keyof R]?: R[Name] extends Field<infer T> ? T : never };

/** What is worked with: each option that has a default is decided. */
export type SettingsOf<R> = {
  readonly [Name in keyof R]: R[Name] extends Row<infer T, Place, infer Default>
    ? [Default] extends [undefined]
      ? T | undefined
      : T
    : never;
};

/** The options that apply in a place. */
export type NamesIn<R, P extends Place> = {
  [Name in keyof R]: R[Name] extends Row<infer _T, infer In, infer _D> ? (P extends In ? Name : never) : never;
}[keyof R];

type Defaulted<R> = { [Name in keyof R]: R[Name] extends Row<infer _T, Place, undefined> ? never : Name }[keyof R];

/** The options that have a default, with it. */
export const defaultsOf = <R extends Rows>(rows: R): Required<Pick<OptionsOf<R>, Defaulted<R>>> =>
  mapped(rows, (row) => row.default) as never;

/** The resume class of each option. */
export const classesOf = <R extends Rows>(rows: R): { readonly [Name in keyof R]: ResumeClass } =>
  mapped(rows, (row) => row.resume) as never;

const mapped = (rows: Rows, read: (row: Row) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(rows)
      .map(([name, row]) => [name, read(row)])
      .filter(([, value]) => value !== undefined),
  );

const namesOf = <R extends Rows>(rows: R): readonly (keyof R & string)[] => Object.keys(rows);

/** The names of those that apply in a place. */
export const namesIn = <R extends Rows, P extends Place>(rows: R, place: P): readonly (NamesIn<R, P> & string)[] =>
  namesOf(rows).filter((name) => rows[name].in.includes(place)) as never;

/** Rows that apply in a place, with what differs there. */
export const rowsIn = (rows: Rows, place: Place): Rows =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([, row]) => row.in.includes(place))
      .map(([name, row]) => [name, place === 'experiment-flags' ? inExperiment(row) : row]),
  );

const inExperiment = ({ experiment, ...row }: Row): Row => ({
  ...row,
  default: experiment?.default ?? row.default,
  ...(row.flag ? { flag: { ...row.flag, ...experiment?.flag } } : {}),
});

/** Options with their defaults, each there. */
export const withDefaults = <R extends Rows>(rows: R, options: OptionsOf<R>): SettingsOf<R> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, (options as Record<string, unknown>)[name] ?? row.default]),
  ) as never;
