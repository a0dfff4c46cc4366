import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Problem } from '../../domain/failure.js';
import type { ExecuteOptions } from '../../options/execute-options.js';
import { type DecomposeSettings, resolveDecompose } from '../../options/resolve-decompose.js';
import { type ExecuteSettings, resolveExecute } from '../../options/resolve-execute.js';
import { withoutResume } from '../../options/resume-choice.js';
import { show } from '../../util/show.js';
import { findPlace, refuseIdle } from '../place.js';
import { noConfig, readConfig } from '../settings/config-file.js';
import { decomposeFlags } from '../settings/decompose-flags.js';
import { executeFlags } from '../settings/execute-flags.js';
import type { OptionFlag } from '../settings/flag.js';
import {
  type Given,
  gatherSettings,
  isFromConfig,
  parse,
  problemsOf,
  refuse,
  type Settings,
} from '../settings/settings.js';
import type { World } from '../world.js';
import { withCommands } from './command-setting.js';
import { taskSetting } from './task-setting.js';

interface Common<S> {
  /** Absolute. */
  readonly root: string;
  readonly name: string;
  /** What the plan is worked on with. */
  readonly settings: S;
  readonly isSurvey: boolean;
}

/** What is run: a plan that is to be made, or one from a file. */
export type RunSource<S> = Common<S> &
  (
    | { readonly kind: 'folder'; readonly decompose: DecomposeSettings }
    | { readonly kind: 'plan'; readonly file: string }
  );

export interface Asked<S> {
  readonly argument: string | undefined;
  readonly given: Given;
  readonly view: { readonly config: boolean; readonly ledger: boolean };
  /** What is to be done with the plan. */
  readonly half: Half<S>;
}

/** The half of a command that works on a plan: its flags, and how the library resolves what they set. */
export interface Half<S> {
  readonly command: string;
  readonly flags: readonly OptionFlag[];
  readonly resolve: (options: ExecuteOptions, cores: number) => S;
}

export const running: Half<ExecuteSettings> = { command: 'run', flags: executeFlags, resolve: resolveExecute };

const splitOnly = decomposeFlags.filter(({ flag }) => !executeFlags.some((other) => other.flag === flag));

/** Finds out what was meant, with the settings of both halves checked before any work. */
export const runSource = async <S>({ argument, given, view, half }: Asked<S>, world: World): Promise<RunSource<S>> => {
  const { cwd, env, surveyTask } = world;
  const { flags } = half;
  const place = findPlace(argument, cwd);
  if (place.kind === 'plan') refuseIdle(splitOnly, given, argument);
  const asked = gatherSettings(flags, { given, env, config: noConfig }).options.root;
  const root = place.kind === 'folder' ? place.root : resolve(cwd, String(asked ?? '.'));
  const config = view.config ? await readConfig(root) : noConfig;
  const places = { given, env, config };
  const splitting = gatherSettings(decomposeFlags, places);
  const commands = withCommands(gatherSettings(flags, places), { root, cwd });
  const executing = commands.settings;
  const { task, isSurvey, problems } = taskSetting(executing, { root, cwd, survey: surveyTask });
  const ledger = view.ledger && ledgerSetting(executing, { root, cwd });
  // Whoever set one of these to nothing wants a new run.
  const execute: ExecuteOptions = { ...withoutResume(executing.options), task, root, ledger, captureOutput: true };
  const split = parse(() => resolveDecompose(place.kind === 'plan' ? {} : splitting.options));
  const run = parse(() => half.resolve(execute, availableParallelism()));
  refuse(
    unique([
      ...commands.problems,
      ...problems,
      ...problemsOf(splitting, decomposeFlags, split),
      ...(place.kind === 'plan' || given.root === undefined ? [] : [noRoot(given.root)]),
      ...problemsOf(executing, flags, run),
    ]),
    half.command,
  );
  const common = { name: place.name, root, settings: run.resolved(), isSurvey };
  return place.kind === 'plan' ? { ...place, ...common } : { ...place, ...common, decompose: split.resolved() };
};

/** Where it is recorded: in the project, unless said otherwise. A configuration's paths are the project's. */
const ledgerSetting = (settings: Settings, { root, cwd }: { root: string; cwd: string }): boolean | string => {
  const { ledger } = settings.options;
  if (ledger === undefined || typeof ledger === 'boolean') return ledger ?? true;
  return resolve(isFromConfig(settings, 'ledger') ? root : cwd, String(ledger));
};

export const noRoot = (root: unknown): Problem => ({
  field: '--root',
  expected: 'to stand beside a plan.json only: a folder is the root itself',
  received: show(root),
});

/** The seed is an option of both halves, and wrong but once. */
export const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [problem.field, problem])).values(),
];
