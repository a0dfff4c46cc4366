import type { RunHead } from '../domain/ledger.js';
import type { RunHistory } from '../domain/run-history.js';
import type { OptionChange } from '../domain/session.js';
import { type DecomposeOptions, decomposeClasses } from '../options/decompose-options.js';
import { type ExecuteOptions, executeClasses } from '../options/execute-options.js';
import { experimentClasses } from '../options/experiment-options.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { ResumeClass } from '../options/row.js';
import type { PlanTree } from '../plan/plan-tree.js';
import { patternText } from '../util/pattern.js';
import type { CodeKinds } from './code-kinds.js';
import { earlierOf, nameOfEarlier } from './earlier-of.js';
import { earlierCodeKinds } from './earlier-settings.js';
import { codeText, type RecordedCode } from './recorded-code.js';

export type Described = Readonly<Record<string, unknown>>;

/** The settings of a run as they are recorded. */
export interface RunSettings {
  readonly task: RecordedCode;
  readonly rollUp: RecordedCode | undefined;
  /** What was given to `execute`, but for what is a place. */
  readonly execute: Described;
  /** What decided the plan, with defaults; only what is known of a plan that came from a file. */
  readonly decompose: Described;
  /** Of an experiment: what decides its results besides the plan. */
  readonly experiment?: Described;
  /** What kind of code each option has that is code. */
  readonly code: CodeKinds;
  /** Whether the plan's files were below the root when it began. */
  readonly onDisk: boolean;
}

/** The settings of a run as they were when it began. */
export const settingsOf = ({ settings }: Pick<RunHead, 'settings'>): RunSettings => {
  const read = JSON.parse(settings) as RunSettings | Omit<RunSettings, 'code'>;
  return 'code' in read ? read : { ...read, code: earlierCodeKinds(read) };
};

/** The settings of a run as they were last: what a session changed holds for those after it. */
export const settingsInForce = (head: RunHead, { changed }: RunHistory): RunSettings => {
  const first = settingsOf(head);
  return { ...first, execute: { ...first.execute, ...changed } };
};

/** Options of `execute` as JSON has them. A function is only known to be one. */
export const describeExecute = (options: Partial<ExecuteOptions>): Described =>
  described(options, (name) => {
    const kind = executeClasses[name as keyof ExecuteOptions];
    return kind !== 'place' && name !== 'task' && name !== 'rollUp';
  });

const decidesPlan = (name: string): boolean => decomposeClasses[name as keyof DecomposeOptions] === 'result';

/** What was given to `decompose` and decides its result. */
const describeDecompose = ({ previous, ...options }: DecomposeOptions): Described => ({
  ...described(options, decidesPlan),
  ...(previous === undefined ? {} : { previous: nameOfEarlier(earlierOf(previous)) }),
});

/** What decided a plan: the settings it was made with, or what it says itself where it came from a file. */
export const describePlan = (plan: PlanTree, settings: DecomposeSettings | undefined): Described => {
  const { bounds, seed, goal } = plan;
  const previous = settings?.previous && nameOfEarlier(settings.previous);
  return described({ ...bounds, ...settings, seed, goal: goal ?? null, previous }, decidesPlan);
};

const described = (options: object, isWanted: (name: string) => boolean): Described =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => value !== undefined && isWanted(name))
      .map(([name, value]) => [name, name === 'files' ? 'given' : plain(value)]),
  );

const plain = (value: unknown): unknown => {
  if (typeof value === 'function') return `function ${value.name || '(without a name)'}`;
  if (value instanceof RegExp) return patternText(value);
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
};

/** An option that was given anew and differs from what is recorded. */
export interface Difference {
  readonly option: string;
  readonly class: ResumeClass;
  readonly before: unknown;
  readonly now: unknown;
}

export interface GivenAnew {
  readonly execute: Partial<ExecuteOptions>;
  readonly decompose: DecomposeOptions;
  /** What the task and the rollup are now. */
  readonly task: RecordedCode;
  readonly rollUp: RecordedCode | undefined;
  /** Of an experiment. */
  readonly experiment?: Described;
}

/** What differs between a recorded run and what is given now. What is not given is not compared. */
export const differences = (recorded: RunSettings, given: GivenAnew): Difference[] => [
  ...codeDifference('task', recorded.task, given.task),
  ...codeDifference('rollUp', recorded.rollUp, given.rollUp),
  ...compared(recorded.execute, describeExecute(given.execute), executeClasses),
  ...compared(recorded.decompose, describeDecompose(given.decompose), decomposeClasses),
  ...compared(recorded.experiment ?? {}, given.experiment ?? {}, experimentClasses),
];

/** Those that may differ, as they are recorded. */
export const tolerated = (found: readonly Difference[]): OptionChange[] =>
  found.flatMap((one) =>
    one.class === 'throughput' || one.class === 'limit'
      ? [{ ...one, class: one.class, before: one.before ?? null }]
      : [],
  );

const codeDifference = (
  option: string,
  before: RecordedCode | undefined,
  now: RecordedCode | undefined,
): Difference[] => {
  if (before === undefined && now === undefined) return [];
  if (before && now && before.identity !== undefined && before.identity === now.identity) return [];
  const text = (code: RecordedCode | undefined) => code && codeText(code);
  return [{ option, class: 'result', before: text(before), now: text(now) }];
};

const compared = (before: Described, now: Described, classes: Readonly<Record<string, ResumeClass>>): Difference[] =>
  Object.entries(now).flatMap(([option, value]) => {
    const had = before[option];
    if (JSON.stringify(had) === JSON.stringify(value)) return [];
    return [{ option, class: classes[option], before: had, now: value }];
  });
