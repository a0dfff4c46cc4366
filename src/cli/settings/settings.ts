import { type Finding, type Problem, SubplanFailure } from '../../domain/failure.js';
import type { World } from '../world.js';
import type { Config } from './config-file.js';
import { envName, givenName, longName, nameOf, type OptionFlag } from './flag.js';
import { settingsWords } from './settings-words.js';
import type { Settings, Source } from './source.js';
import { gatherers, readers, readList } from './values.js';

/** What was given on the command line, by the names commander gives. */
export type Given = Readonly<Record<string, unknown>>;

/** Where settings may come from. */
export interface Places {
  readonly given: Given;
  readonly env: World['env'];
  readonly config: Config;
}

/** Puts options together: flag > environment > configuration. What none of them sets is left to the library. */
export const gatherSettings = (flags: readonly OptionFlag[], { given, env, config }: Places): Settings => {
  const options: Record<string, unknown> = {};
  const sources = new Map<string, Source>();
  const take = (flag: OptionFlag, found: Found | undefined): void => {
    if (!found) return;
    if (flag.part === undefined) options[flag.option] = found.value;
    else options[flag.option] = withPart(options[flag.option], flag.part.split('.'), found.value);
    sources.set(nameOf(flag), found.source);
  };
  const wholes = flags.filter(({ part }) => part === undefined);
  const parts = flags.filter(({ part }) => part !== undefined);
  for (const flag of wholes)
    take(flag, fromFlag(flag, given) ?? fromEnvironment(flag, env) ?? fromConfig(flag, config));
  // A configuration has an option as a whole, and its parts are set over that.
  for (const { part: _, ...whole } of parts) {
    if (!(whole.option in options)) take(whole, fromConfig(whole, config));
  }
  for (const flag of parts) take(flag, fromFlag(flag, given) ?? fromEnvironment(flag, env));
  return { options, sources };
};

/** An option with one of its parts set. What is no plain object is given up for it: a flag counts before all else. */
const withPart = (whole: unknown, [name, ...deeper]: readonly string[], value: unknown): unknown => {
  const isPlain = typeof whole === 'object' && whole !== null && Object.getPrototypeOf(whole) === Object.prototype;
  const before: Record<string, unknown> = isPlain ? (whole as Record<string, unknown>) : {};
  return { ...before, [name]: deeper.length === 0 ? value : withPart(before[name], deeper, value) };
};

interface Found {
  readonly value: unknown;
  readonly source: Source;
}

const fromFlag = (flag: OptionFlag, given: Given): Found | undefined => {
  const text = given[givenName(flag)];
  // Where there is a `--no-…` too, which is another flag, commander has true or false for what was not given.
  if (text === undefined || text === false || (text === true && flag.flag.includes('<'))) return undefined;
  const value = text === true ? true : readValue(flag, text as string | string[]);
  return { value, source: { kind: 'flag', name: longName(flag) } };
};

/** A variable that is set to nothing is not set: that is how shells and CI systems unset one. */
const fromEnvironment = (flag: OptionFlag, env: World['env']): Found | undefined => {
  const text = env[envName(flag)];
  if (text === undefined || text === '') return undefined;
  const value = readValue(flag, flag.many ? readList(text) : text);
  return { value, source: { kind: 'variable', name: envName(flag) } };
};

const readValue = ({ many, text: kind }: OptionFlag, text: string | readonly string[]): unknown => {
  if (typeof text === 'string') return readers[kind](text);
  const items = text.flatMap((one) => (many === 'commas' ? readList(one) : [one]));
  return gatherers[kind]?.(items) ?? items;
};

const fromConfig = (flag: OptionFlag, { name = '', options }: Config): Found | undefined => {
  const value = flag.isOnlyFlag ? undefined : options[flag.option];
  return value === undefined ? undefined : { value, source: { kind: 'config', name } };
};

/** Whether an option was set by the configuration: it takes what the library takes, and its paths are its own. */
export const isFromConfig = ({ sources }: Settings, option: string): boolean => sources.get(option)?.kind === 'config';

/** What the library made of options: what it found wrong, or what it resolved them to. */
export interface Parsed<T> {
  readonly findings: readonly Finding[];
  /** To be asked when what was found is refused: throws where there is nothing. */
  readonly resolved: () => T;
}

/** Options are parsed here and nowhere after: the engine is handed what they were resolved to. */
export const parse = <T>(resolve: () => T): Parsed<T> => {
  try {
    const settings = resolve();
    return { findings: [], resolved: () => settings };
  } catch (error) {
    if (!(error instanceof SubplanFailure)) throw error;
    const refuse = (): never => {
      throw error;
    };
    return { findings: error.data.findings, resolved: refuse };
  }
};

/** What was found, in the words of the place each setting came from. */
export const problemsOf = (settings: Settings, flags: readonly OptionFlag[], parsed: Parsed<unknown>): Problem[] =>
  parsed.findings.map(settingsWords(settings, flags));

/** Ends with one failure that has all of them; does nothing where there are none. */
export const refuse = (problems: readonly Problem[], command: string): void => {
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: problems.length === 1 ? 'a setting is invalid' : `${problems.length} settings are invalid`,
    nextStep: `Correct what is listed; \`subplan ${command} --help --all\` has every flag. Nothing was done.`,
    problems,
  });
};

export type { Settings } from './source.js';
