import { SubplanFailure } from '../../domain/failure.js';
import type { RunReport } from '../../domain/run-report.js';
import type { Execution } from '../../engine/execution.js';
import type { Fact } from '../../report/facts.js';
import { namesApart, reportApart } from '../../report/names-apart.js';
import { some } from '../../report/numbers.js';
import { drawRunSummary } from '../../report/run-summary.js';
import { visible } from '../../report/visible.js';
import { exitCodeOf, exitCodes, interruptCodes } from '../exit-codes.js';
import { failureText } from '../failure-text.js';
import { flagWords } from '../flag-words.js';
import type { Interruption } from '../interruption.js';
import { makePlan } from '../make-plan.js';
import { nothingToDo } from '../nothing-to-do.js';
import { checkOutputs, writeOutput } from '../outputs.js';
import { mistypedVariables } from '../settings/mistyped-variables.js';
import type { Given } from '../settings/settings.js';
import { runViewFlags } from '../settings/view-flags.js';
import { type RunViewSettings, readViewSettings } from '../settings/view-settings.js';
import { tellUnread } from '../tell-unread.js';
import { terminalOf } from '../terminal.js';
import { trouble } from '../trouble.js';
import type { Plan, World } from '../world.js';
import { write } from '../write.js';
import { againWith } from './again-with.js';
import { checkFiles } from './check-files.js';
import { dryRun } from './dry-run.js';
import { follow, type Missed } from './follow.js';
import { resumeChoice, resumeSource } from './resume-source.js';
import { outputText, type Result, type RunOutput, runFormats } from './run-outputs.js';
import { running, runSource } from './run-source.js';
import { resultText } from './show-result.js';

export interface RunArguments {
  /** A folder or a plan.json. */
  readonly argument: string | undefined;
  readonly given: Given;
  readonly interruption: Interruption;
}

/** `subplan run`: makes or reads a plan, runs its leaves, and shows and writes what came of it. Returns the exit code. */
export const runCommand = async ({ argument, given, interruption }: RunArguments, world: World): Promise<number> => {
  const { env, cwd, stdout, stderr } = world;
  const view = readViewSettings(runViewFlags, given, env);
  const outputs: RunOutput[] = checkOutputs(view.output, cwd, runFormats);
  if (view.dryRun) return dryRun({ argument, given, view, interruption }, world);
  const begun = await begin({ argument, given, view, interruption }, world);
  const { plan, execution, name, isSurvey } = begun;
  const followed = await follow({ plan, execution, view, outputs, interruption }, world);
  const { report, by, stdoutError, failures, missed } = followed;

  const result: Result = { plan, report, name, isSurvey };
  const troubles = [...failures, ...(await writeOutputs(outputs, result))];
  const onStdout = stdoutError ?? (await trouble(write(stdout, resultText(result, view, world))));
  if (onStdout instanceof SubplanFailure) troubles.push(onStdout);
  // The exit code tells it all where nobody reads stderr any more.
  const again = begun.isRecorded ? againWith({ argument, given, isPlan: begun.isPlan }) : undefined;
  await write(stderr, closing(result, { view, missed, again }, world)).catch(() => {});
  for (const failure of troubles) await write(stderr, failureText(failure)).catch(() => {});
  if (by !== undefined) return interruptCodes[by];
  return troubles.length > 0 ? exitCodes.usage : exitCodeOf(report);
};

interface Begun {
  readonly plan: Plan;
  readonly execution: Execution;
  readonly name: string;
  readonly isSurvey: boolean;
  readonly isRecorded: boolean;
  /** Whether the argument is a plan and not the project. */
  readonly isPlan: boolean;
}

interface Beginning extends RunArguments {
  readonly view: RunViewSettings;
}

/** Begins a new run, or goes on with one. */
const begin = async ({ argument, given, view, interruption }: Beginning, world: World): Promise<Begun> => {
  const { env, stderr } = world;
  const warn = async (): Promise<void> => {
    if (view.quiet) return;
    for (const warning of mistypedVariables(env)) await write(stderr, `subplan: ${visible(warning)}\n`);
  };
  if (resumeChoice(given, env)) {
    const resumed = await resumeSource({ argument, given, view }, world);
    await warn();
    const said = resumed.isFinished ? 'was finished already: this is its report' : 'goes on';
    if (!view.quiet) await write(stderr, `run ${resumed.runId} ${said}\n`);
    return { ...resumed, isRecorded: true, isPlan: false };
  }
  const source = await runSource({ argument, given, view, half: running }, world);
  await warn();
  const { name, isSurvey, settings } = source;
  const { ledger } = settings;
  const isRecorded = ledger !== undefined;
  const plan = await makePlan({ source, view, interruption, isRecorded, ledger }, world);
  if (source.kind === 'plan') checkFiles(plan, source.root);
  await tellUnread(plan, view, world);
  const execution = plan.executeWith(settings);
  return { plan, execution, name, isSurvey, isRecorded, isPlan: source.kind === 'plan' };
};

/** All that can be written is, whatever becomes of the others: a run may have taken hours. */
const writeOutputs = async (outputs: readonly RunOutput[], result: Result): Promise<SubplanFailure[]> => {
  const failures: SubplanFailure[] = [];
  for (const output of outputs) {
    if (output.format === 'events') continue;
    const failure = await trouble(writeOutput(output, outputText(output.format, result)));
    if (failure instanceof SubplanFailure) failures.push(failure);
  }
  return failures;
};

interface Closing {
  readonly view: RunViewSettings;
  readonly missed: readonly Missed[];
  /** How to go on with the run; undefined where it is not recorded. */
  readonly again: ((runId: string) => string) | undefined;
}

const closing = (
  { plan, report, name, isSurvey }: Result,
  { view, missed, again }: Closing,
  { stderr, env }: World,
): string => {
  const { columns, paint } = terminalOf(stderr, env, { color: view.color, all: false });
  if (report.status === 'empty') return nothingToDo(plan, name, paint);
  if (view.quiet && report.status === 'succeeded' && missed.length === 0) return '';
  const facts: Fact[] = again ? [recordFact(report, again)] : [];
  if (view.output.length > 0) facts.push(['wrote', view.output.map(visible).join(', ')]);
  const gaps = missed.map(({ where, count }) => `${some(count, 'event is', 'events are')} missing ${visible(where)}`);
  if (gaps.length > 0) facts.push(['missed', ...gaps]);
  if (isSurvey && view.output.length === 0 && !view.json)
    facts.push(['next', '-o map.md keeps this map; --task file.js runs a task of your own on each leaf']);
  const lines = drawRunSummary(reportApart(report, namesApart(plan)), {
    name,
    columns,
    paint,
    verbose: view.verbose,
    words: flagWords,
    facts,
  });
  return `${lines.join('\n')}\n`;
};

/** By what name the run is recorded, and how to go on where something is missing. */
const recordFact = ({ runId, status, stoppedBy }: RunReport, again: (runId: string) => string): Fact => {
  if (status === 'succeeded') return ['run', runId];
  const more = stoppedBy === 'budget' ? ', given a larger budget' : '';
  return ['run', `${runId}; \`${visible(again(runId))}\` goes on with what failed or is missing${more}`];
};
