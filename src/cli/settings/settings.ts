import { type Problem, SubplanFailure } from '../../domain/failure.js';
import type { World } from '../world.js';
import type { Config } from './config-file.js';
import { envName, givenName, longName, type OptionFlag } from './flag.js';
import { readList } from './values.js';

/** What was given on the command line, by the names commander gives. */
export type Given = Readonly<Record<string, unknown>>;

/** Where settings may come from. */
export interface Places {
  readonly given: Given;
  readonly env: World['env'];
  readonly config: Config;
}

export interface Settings<Options = Readonly<Record<string, unknown>>> {
  readonly options: Options;
  /** For each option that is not a default: where it comes from, such as `--max-tokens` or `SUBPLAN_MAX_TOKENS`. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Puts options together: flag > environment > configuration. What none of them sets is left to the library. */
export const gatherSettings = (flags: readonly OptionFlag[], { given, env, config }: Places): Settings => {
  const options: Record<string, unknown> = {};
  const sources = new Map<string, string>();
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
  for (const flag of parts) {
    if (!(flag.option in options)) take({ ...flag, part: undefined }, fromConfig(flag, config));
  }
  for (const flag of parts) take(flag, fromFlag(flag, given) ?? fromEnvironment(flag, env));
  return { options, sources };
};

/** `task.rateLimit.pattern`. */
const nameOf = ({ option, part }: OptionFlag): string => (part === undefined ? option : `${option}.${part}`);

/** An option with one of its parts set. What is no plain object is given up for it: a flag counts before all else. */
const withPart = (whole: unknown, [name, ...deeper]: readonly string[], value: unknown): unknown => {
  const isPlain = typeof whole === 'object' && whole !== null && Object.getPrototypeOf(whole) === Object.prototype;
  const before: Record<string, unknown> = isPlain ? (whole as Record<string, unknown>) : {};
  return { ...before, [name]: deeper.length === 0 ? value : withPart(before[name], deeper, value) };
};

interface Found {
  readonly value: unknown;
  readonly source: string;
}

const fromFlag = (flag: OptionFlag, given: Given): Found | undefined => {
  const text = given[givenName(flag)];
  // Where there is a `--no-…` too, which is another flag, commander has true or false for what was not given.
  if (text === undefined || text === false || (text === true && flag.flag.includes('<'))) return undefined;
  const value = text === true ? true : readValue(flag, text as string | string[]);
  return { value, source: longName(flag) };
};

/** A variable that is set to nothing is not set: that is how shells and CI systems unset one. */
const fromEnvironment = (flag: OptionFlag, env: World['env']): Found | undefined => {
  const text = env[envName(flag)];
  if (text === undefined || text === '') return undefined;
  return { value: readValue(flag, flag.many ? readList(text) : text), source: envName(flag) };
};

const readValue = ({ many, read }: OptionFlag, text: string | readonly string[]): unknown => {
  if (typeof text === 'string') return read(text);
  const items = text.flatMap((one) => (many?.commas ? readList(one) : [one]));
  return many?.gather ? many.gather(items) : items;
};

const fromConfig = (flag: OptionFlag, { name, options }: Config): Found | undefined => {
  const value = flag.isOnlyFlag ? undefined : options[flag.option];
  return value === undefined ? undefined : { value, source: fromFile(flag.option, name) };
};

const fromFile = (option: string, name: string | undefined): string => `${option} in ${name}`;

/** Whether an option was set by the configuration: it takes what the library takes, and its paths are its own. */
export const isFromConfig = ({ sources }: Settings, option: string): boolean =>
  sources.get(option)?.startsWith(fromFile(option, '')) ?? false;

/** What the library's own check says of settings, in the words of the place each came from. */
export const problemsOf = (settings: Settings, flags: readonly OptionFlag[], check: () => unknown): Problem[] => {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof SubplanFailure)) throw error;
    return error.problems.map((problem) => inWordsOf(settings, flags, problem));
  }
};

/** A configuration takes what the library takes; flags and variables are text, and have words of their own. */
const inWordsOf = (settings: Settings, flags: readonly OptionFlag[], problem: Problem): Problem => {
  const { expected, received } = problem;
  // A problem may lie deeper: `limits.gpu`.
  const option = problem.field.split(/[.[]/)[0];
  const isMeant = (one: OptionFlag): boolean =>
    one.part === undefined ? problem.field === one.option : `${problem.field}.`.startsWith(`${nameOf(one)}.`);
  const ofOption = flags.filter((one) => one.option === option);
  const flag = ofOption.find(isMeant) ?? ofOption.find(({ part }) => part === undefined) ?? ofOption[0];
  if (!flag) return problem;
  const source = settings.sources.get(nameOf(flag)) ?? settings.sources.get(option) ?? longName(flag);
  if (isFromConfig(settings, option) && (flag.part === undefined || !settings.sources.has(nameOf(flag))))
    return { field: source.replace(option, problem.field), expected, received };
  // One option may be wrong for the sake of another.
  const isRelation = /^(?:at (?:most|least)|to stand) /.test(expected);
  return { field: source, expected: isRelation ? flagsIn(flags, expected) : flag.expected, received };
};

const flagsIn = (flags: readonly OptionFlag[], text: string): string =>
  flags.reduce((said, flag) => said.replace(new RegExp(`\\b${flag.option}\\b`, 'g'), longName(flag)), text);

/** Ends with one failure that has all of them; does nothing where there are none. */
export const refuse = (problems: readonly Problem[], command: string): void => {
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: problems.length === 1 ? 'a setting is invalid' : `${problems.length} settings are invalid`,
    nextStep: `Correct what is listed; \`subplan ${command} --help\` has every flag. Nothing was done.`,
    problems,
  });
};
