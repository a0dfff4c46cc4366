import { resolve } from 'node:path';
import type { Problem } from '../../domain/failure.js';
import type { DecomposeOptions } from '../../options/decompose-options.js';
import type { ExecuteOptions } from '../../options/execute-options.js';
import { resolveDecompose } from '../../options/resolve-decompose.js';
import { resolveExecute } from '../../options/resolve-execute.js';
import { show } from '../../util/show.js';
import { findPlace, refuseIdle } from '../place.js';
import { noConfig, readConfig } from '../settings/config-file.js';
import { decomposeFlags } from '../settings/decompose-flags.js';
import { executeFlags } from '../settings/execute-flags.js';
import type { OptionFlag } from '../settings/flag.js';
import { type Given, gatherSettings, isFromConfig, problemsOf, refuse, type Settings } from '../settings/settings.js';
import type { World } from '../world.js';
import { withCommands } from './command-setting.js';
import { taskSetting } from './task-setting.js';

interface Common {
  /** Absolute. */
  readonly root: string;
  readonly name: string;
  readonly execute: ExecuteOptions;
  readonly isSurvey: boolean;
}

/** What is run: a plan that is to be made, or one from a file. */
export type RunSource = Common &
  (
    | { readonly kind: 'folder'; readonly settings: Settings<DecomposeOptions> }
    | { readonly kind: 'plan'; readonly file: string }
  );

export interface Asked {
  readonly argument: string | undefined;
  readonly given: Given;
  readonly view: { readonly config: boolean; readonly ledger: boolean };
  /** What is to be done with the plan; it is run where nothing is said. */
  readonly half?: Half;
}

/** The half of a command that works on a plan: its flags, and how the library checks what they set. */
export interface Half {
  readonly command: string;
  readonly flags: readonly OptionFlag[];
  readonly check: (options: ExecuteOptions) => unknown;
}

// How many cores there are changes nothing in what is right.
const running: Half = { command: 'run', flags: executeFlags, check: (options) => resolveExecute(options, 1) };

const splitOnly = decomposeFlags.filter(({ flag }) => !executeFlags.some((other) => other.flag === flag));

/** Finds out what was meant, with the settings of both halves checked before any work. */
export const runSource = async ({ argument, given, view, half = running }: Asked, world: World): Promise<RunSource> => {
  const { cwd, env, surveyTask } = world;
  const { flags } = half;
  const place = findPlace(argument, cwd);
  if (place.kind === 'plan') refuseIdle(splitOnly, given, argument);
  const asked = gatherSettings(flags, { given, env, config: noConfig }).options.root;
  const root = place.kind === 'folder' ? place.root : resolve(cwd, String(asked ?? '.'));
  const config = view.config ? await readConfig(root) : noConfig;
  const places = { given, env, config };
  const settings = gatherSettings(decomposeFlags, places);
  const commands = withCommands(gatherSettings(flags, places), { root, cwd });
  const executing = commands.settings;
  const { task, isSurvey, problems } = taskSetting(executing, { root, cwd, survey: surveyTask });
  const ledger = view.ledger && ledgerSetting(executing, { root, cwd });
  // Whoever set one of these to nothing wants a new run.
  const { resume: _, retryFailed: __, ...rest } = executing.options;
  const execute: ExecuteOptions = { ...rest, task, root, ledger, captureOutput: true };
  const unsplit = place.kind === 'plan';
  refuse(
    unique([
      ...commands.problems,
      ...problems,
      ...(unsplit ? [] : problemsOf(settings, decomposeFlags, () => resolveDecompose(settings.options))),
      ...(unsplit || given.root === undefined ? [] : [noRoot(given.root)]),
      ...problemsOf(executing, flags, () => half.check(execute)),
    ]),
    half.command,
  );
  return place.kind === 'plan'
    ? { ...place, root, execute, isSurvey }
    : { kind: 'folder', name: place.name, root, settings, execute, isSurvey };
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
