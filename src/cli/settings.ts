import { type Problem, SubplanFailure } from '../domain/failure.js';
import type { DecomposeOptions } from '../options/decompose-options.js';
import { resolveDecompose } from '../options/resolve-decompose.js';
import type { Config } from './config-file.js';
import { envName, longName, type OptionFlag, optionFlags } from './flags.js';
import { readList } from './values.js';
import type { World } from './world.js';

/** What was given on the command line, by the names commander gives. */
export type Given = Readonly<Record<string, unknown>>;

export interface Settings {
  readonly options: DecomposeOptions;
  /** For each option that is not a default: where it comes from, such as `--max-tokens` or `SUBPLAN_MAX_TOKENS`. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Puts the options together: flag > environment > configuration. What none of them sets is left to the library. */
export const gatherSettings = (given: Given, env: World['env'], config: Config): Settings => {
  const options: Record<string, unknown> = {};
  const sources = new Map<string, string>();
  for (const flag of optionFlags) {
    const found = fromFlag(flag, given) ?? fromEnvironment(flag, env) ?? fromConfig(flag, config);
    if (!found) continue;
    options[flag.option] = found.value;
    sources.set(flag.option, found.source);
  }
  checkOptions(options, sources);
  return { options, sources };
};

interface Found {
  readonly value: unknown;
  readonly source: string;
}

const fromFlag = (flag: OptionFlag, given: Given): Found | undefined => {
  const text = given[flag.option];
  if (text === undefined) return undefined;
  const value = flag.many
    ? (text as string[]).flatMap((one) => (flag.many?.commas ? readList(one) : one))
    : flag.read(text as string);
  return { value, source: longName(flag) };
};

/** A variable that is set to nothing is not set: that is how shells and CI systems unset one. */
const fromEnvironment = (flag: OptionFlag, env: World['env']): Found | undefined => {
  const text = env[envName(flag)];
  if (text === undefined || text === '') return undefined;
  return { value: flag.many ? readList(text) : flag.read(text), source: envName(flag) };
};

const fromConfig = (flag: OptionFlag, { name, options }: Config): Found | undefined => {
  const value = options[flag.option];
  return value === undefined ? undefined : { value, source: `${flag.option} in ${name}` };
};

/** Lets the library check the options, and puts what it says in the words of the place each came from. */
const checkOptions = (options: DecomposeOptions, sources: ReadonlyMap<string, string>): void => {
  try {
    resolveDecompose(options);
  } catch (error) {
    if (!(error instanceof SubplanFailure)) throw error;
    const problems = error.problems.map((problem) => inWordsOf(sources, problem));
    throw new SubplanFailure({
      code: error.code,
      message: problems.length === 1 ? 'a setting is invalid' : `${problems.length} settings are invalid`,
      nextStep: 'Correct what is listed; `subplan plan --help` has every flag. Nothing was done.',
      problems,
    });
  }
};

/** A configuration takes what the library takes; flags and variables are text, and have words of their own. */
const inWordsOf = (sources: ReadonlyMap<string, string>, { field, expected, received }: Problem): Problem => {
  const flag = optionFlags.find(({ option }) => option === field);
  if (!flag) return { field, expected, received };
  const source = sources.get(field) ?? longName(flag);
  if (source.startsWith(`${field} in `)) return { field: source, expected, received };
  // One option may be wrong for the sake of another.
  const isRelation = /^at (?:most|least) /.test(expected);
  return { field: source, expected: isRelation ? flagsIn(expected) : flag.expected, received };
};

const flagsIn = (text: string): string =>
  optionFlags.reduce((said, flag) => said.replace(new RegExp(`\\b${flag.option}\\b`, 'g'), longName(flag)), text);
