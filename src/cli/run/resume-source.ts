import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Finding, SubplanFailure } from '../../domain/failure.js';
import type { ResumedExecution } from '../../engine/resume.js';
import type { DecomposeOptions } from '../../options/decompose-options.js';
import type { ExecuteOptions, TaskLike } from '../../options/execute-options.js';
import { resolveDecompose } from '../../options/resolve-decompose.js';
import { resolveResume } from '../../options/resolve-resume.js';
import { type ResumeName, resumeNamesIn } from '../../options/resume-choice.js';
import { isFolder } from '../is-file.js';
import { findPlace } from '../place.js';
import { noConfig, readConfig } from '../settings/config-file.js';
import { decomposeFlags } from '../settings/decompose-flags.js';
import { executeFlags } from '../settings/execute-flags.js';
import { givenName } from '../settings/flag.js';
import { runFlags } from '../settings/known.js';
import { type Given, gatherSettings, parse, problemsOf, refuse } from '../settings/settings.js';
import type { World } from '../world.js';
import { withCommands } from './command-setting.js';
import { noRoot, unique } from './run-source.js';
import { taskSetting } from './task-setting.js';

export interface ResumeAsked {
  readonly argument: string | undefined;
  readonly given: Given;
  readonly view: { readonly config: boolean; readonly ledger: boolean };
}

export interface ResumedRun extends ResumedExecution {
  readonly name: string;
  readonly root: string;
}

/** What was asked to go on, by flag or variable; undefined where a new run is meant. */
export const resumeChoice = (given: Given, env: World['env']): Pick<ExecuteOptions, ResumeName> | undefined => {
  const { options } = gatherSettings(executeFlags, { given, env, config: noConfig });
  const wanted = resumeNamesIn(options).filter((name) => options[name] !== false);
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted.map((name) => [name, options[name]]));
};

/** Finds the run that is to go on. Only flags count besides what is recorded: a variable is not meant for this run. */
export const resumeSource = async ({ argument, given, view }: ResumeAsked, world: World): Promise<ResumedRun> => {
  const { cwd, env, load, surveyTask } = world;
  const choice = resumeChoice(given, env);
  refuseFolderAsId(argument, choice, cwd);
  const place = findPlace(argument, cwd);
  if (place.kind === 'plan' || !view.ledger) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: view.ledger
        ? `${JSON.stringify(argument)} is a plan, but a run that goes on has its plan in the ledger`
        : '--no-ledger and --resume exclude each other: what is resumed is in the ledger',
      nextStep: 'Name the folder of the project, or leave one of them away. Nothing was done.',
    });
  }
  const { root, name } = place;
  const flags = { given, env: {}, config: noConfig };
  const commands = withCommands(gatherSettings(executeFlags, flags), { root, cwd });
  const execute = commands.settings;
  const { task, ledger, ...rest } = execute.options;
  const decompose = gatherSettings(decomposeFlags, flags);
  const config = view.config ? await readConfig(root) : noConfig;
  const own = config.options.task;
  const named = task === undefined ? undefined : taskSetting(execute, { root, cwd, survey: surveyTask });
  const options = {
    ...{ ...rest, ...choice, root, captureOutput: true },
    ...(named ? { task: named.task } : {}),
    ...(ledger === undefined ? {} : { ledger: resolve(cwd, String(ledger)) }),
  } as Partial<ExecuteOptions>;
  const split = parse(() => resolveDecompose(decompose.options));
  const run = parse(() => resolveResume(options, availableParallelism()));
  refuse(
    unique([
      ...commands.problems,
      ...(named?.problems ?? []),
      ...(given.root === undefined ? [] : [noRoot(given.root)]),
      ...problemsOf(decompose, decomposeFlags, split),
      ...problemsOf(execute, executeFlags, run),
    ]),
    'run',
  );
  try {
    const resume = await load('resume');
    const resumed = await resume({
      given: run.resolved(),
      decompose: decompose.options as DecomposeOptions,
      ...(own === undefined || typeof own === 'string' ? {} : { functionTask: own as TaskLike }),
    });
    return { ...resumed, name, root };
  } catch (error) {
    throw asGiven(error, given);
  }
};

/** `subplan run --resume .` takes the folder for an id. */
const refuseFolderAsId = (argument: string | undefined, choice: object | undefined, cwd: string): void => {
  const [[name, value]] = Object.entries(choice ?? {});
  if (argument !== undefined || typeof value !== 'string') return;
  if (!/^\.|[\\/]/.test(value) && !isFolder(resolve(cwd, value))) return;
  const flag = name === 'resume' ? '--resume' : '--retry-failed';
  throw new SubplanFailure({
    code: 'run-not-found',
    message: `${JSON.stringify(value)} is no id of a run${resolve(cwd, value) === cwd ? '' : ', but looks like a folder'}`,
    nextStep: `Put the folder first: subplan run ${value} ${flag}. Nothing was done.`,
  });
};

/** What is refused, with the parts of options that were given: `task` was set by `--exec`. */
const asGiven = (error: unknown, given: Given): unknown => {
  if (!(error instanceof SubplanFailure)) return error;
  const { code, cause } = error;
  const { message, nextStep, findings } = error.data;
  const problems = findings.map((finding): Finding => {
    const { subject } = finding;
    if (typeof subject === 'string' || subject.path) return finding;
    const set = runFlags.find((flag) => flag.option === subject.option && given[givenName(flag)] !== undefined);
    return set?.part === undefined ? finding : { ...finding, subject: { ...subject, path: set.part.split('.') } };
  });
  return new SubplanFailure({ code, message, nextStep, problems, cause });
};
