import type { CommandTask } from '../domain/command.js';
import { type BuiltInScore, builtInScores, type NamedScore, type ScoreFunction } from '../domain/score.js';
import { type Arm, type Case, interleaves } from '../domain/trial.js';
import { atLeast, between, isFunction, numeric, oneOf, place, quoted, someText, text } from './checks.js';
import { aCommand } from './code-fields.js';
import { type ExecuteOptions, executeRows, type LeafValue, type TaskLike } from './execute-options.js';
import type { Zod } from './field.js';
import { classesOf, type NamesIn, namesIn, type OptionsOf, option } from './row.js';

/** Which working folders are kept when their trials have ended. */
export const keeps = ['never', 'failed', 'always'] as const;
export type Keep = (typeof keeps)[number];

/** A working folder for each attempt. */
export type IsolationOptions =
  /** A copy of a folder. */
  | { readonly copy: string | URL; readonly keep?: Keep }
  /** A worktree of a git repository, at a commit. */
  | { readonly worktree: string | URL; readonly ref?: string; readonly keep?: Keep };

const isNamed = (value: unknown): value is NamedScore => {
  const { name, version, score } = (value ?? {}) as Partial<NamedScore>;
  return typeof score === 'function' && [name, version].every((one) => typeof one === 'string' && one !== '');
};
const aScore = (z: Zod) =>
  z.union([place(z), z.custom<ScoreFunction>(isFunction), z.custom<NamedScore>(isNamed), aCommand(z)]);

export const isolationDefaults = { keep: 'never' as Keep, ref: 'HEAD' } as const;
const anIsolation = (z: Zod) =>
  z.union([
    z.strictObject({ copy: place(z), keep: z.enum(keeps).optional() }).readonly(),
    z
      .strictObject({ worktree: place(z), ref: z.string().min(1).optional(), keep: z.enum(keeps).optional() })
      .readonly(),
  ]);

const someOf = <T>(z: Zod) => z.custom<readonly T[]>((value) => Array.isArray(value) && value.length > 0);
const inFile = ['experiment-file'] as const;
const byFlag = ['experiment-file', 'experiment-flags'] as const;

/** The options that `experiment` has of its own, a row for each. Cases, arms and replications may become more on resuming. */
export const designRows = {
  name: option({ ...someText, resume: 'place', in: inFile }),
  /** Text that every trial is told. */
  goal: option({ ...text, resume: 'result', in: inFile }),
  cases: option({
    schema: (z) => someOf<Case>(z),
    expected: 'a list of cases, one or more: { id, input, expected? }',
    ...{ resume: 'result', in: inFile },
  }),
  arms: option({
    schema: (z) => someOf<Arm>(z),
    expected: 'a list of arms, one or more: { name, settings? }',
    ...{ resume: 'result', in: inFile },
  }),
  replications: option({
    ...between(1, 100_000),
    ...{ default: 1, resume: 'result', in: byFlag },
    flag: {
      ...{ flag: '--replications <n>', text: 'count', group: 'Comparing', common: true },
      help: 'how often each case is run with each arm',
    },
  }),
  score: option({
    schema: aScore,
    expected: `${quoted(builtInScores)}, the path or URL of a module, a function, { exec: [...] }, or defineScore({ name, version, score })`,
    ...{ default: 'value', resume: 'result', in: inFile },
  }),
  interleave: option({
    ...oneOf(interleaves),
    ...{ default: 'alternate', resume: 'result', in: byFlag },
    flag: {
      ...{ flag: '--interleave <how>', text: 'text', group: 'Comparing' },
      help: `in which order trials start: ${interleaves.join(', ')}`,
    },
  }),
  isolation: option({
    schema: anIsolation,
    expected: `{ copy: folder } or { worktree: repository, ref? }, each with keep? (${quoted(keeps)})`,
    ...{ resume: 'result', in: inFile },
  }),
  /** Files and folders that must not change while it runs: trials during which one did are left out. */
  unchanged: option({
    schema: (z) => z.array(place(z)).readonly(),
    expected: 'a list of paths',
    resume: 'result',
    in: inFile,
  }),
  /** Of the intervals. */
  confidence: option({
    ...numeric({ isWhole: false, least: 0.5, most: 0.9999 }, 'such as 0.95'),
    ...{ default: 0.95, resume: 'place', in: byFlag },
    flag: {
      ...{ flag: '--confidence <share>', text: 'count', group: 'Comparing', adds: 'such as 0.95' },
      help: 'of the intervals',
    },
  }),
  /** How many resamples the bootstrap intervals are made of. */
  resamples: option({ ...atLeast(100), default: 10_000, resume: 'place', in: inFile }),
} as const;

/** What an experiment has of its own. */
export interface DesignOptions<K extends TaskLike = TaskLike>
  extends Omit<OptionsOf<typeof designRows>, 'cases' | 'arms' | 'score'> {
  readonly cases: readonly Case[];
  readonly arms: readonly Arm[];
  /** The task's value by default. Strings that are no built-in score are the path of a module. */
  readonly score?:
    | BuiltInScore
    | (string & {})
    | URL
    | CommandTask
    | ScoreFunction<LeafValue<K>>
    | NamedScore<LeafValue<K>>;
}

/** What of `execute` an experiment takes as it is. */
export const executeNames = namesIn(executeRows, 'experiment');

/** What `experiment` takes. */
export type ExperimentOptions<K extends TaskLike = TaskLike> = DesignOptions<K> &
  Pick<ExecuteOptions<K>, NamesIn<typeof executeRows, 'experiment'>>;

/** What of `execute` has another default here. */
export const experimentDefaults = {
  maxParallel: executeRows.maxParallel.experiment?.default,
  seed: executeRows.seed.default,
} as const;

export const experimentClasses = classesOf(designRows);
