import { SubplanFailure } from '../../domain/failure.js';
import type { Fact } from '../../report/facts.js';
import { namesApart, reportApart } from '../../report/names-apart.js';
import { some } from '../../report/numbers.js';
import { drawRunSummary } from '../../report/run-summary.js';
import { visible } from '../../report/visible.js';
import { exitCodes, interruptCodes, statusCodes } from '../exit-codes.js';
import { failureText } from '../failure-text.js';
import type { Interruption } from '../interruption.js';
import { makePlan } from '../make-plan.js';
import { nothingToDo } from '../nothing-to-do.js';
import { checkOutputs, writeOutput } from '../outputs.js';
import type { Given } from '../settings/settings.js';
import { runViewFlags } from '../settings/view-flags.js';
import { mistypedVariables, type RunViewSettings, readViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { ReaderGone, write } from '../write.js';
import { checkFiles } from './check-files.js';
import { follow, type Missed } from './follow.js';
import { outputText, type Result, type RunOutput, runFormats } from './run-outputs.js';
import { runSource } from './run-source.js';
import { resultText } from './show-result.js';

export interface RunArguments {
  /** A folder or a plan.json. */
  readonly argument: string | undefined;
  readonly given: Given;
  readonly interruption: Interruption;
}

/** `subplan run`: makes or reads a plan, runs its leaves, and shows and writes what came of it. Returns the exit code. */
export const runCommand = async ({ argument, given, interruption }: RunArguments, world: World): Promise<number> => {
  const { env, cwd, stderr, stdout } = world;
  const view = readViewSettings(runViewFlags, given, env);
  const outputs: RunOutput[] = checkOutputs(view.output, cwd, runFormats);
  const source = await runSource({ argument, given, view }, world);
  if (!view.quiet) for (const warning of mistypedVariables(env)) await write(stderr, `subplan: ${visible(warning)}\n`);
  const plan = await makePlan({ source, view, interruption }, world);
  if (source.kind === 'plan') checkFiles(plan, source.root);

  const execution = plan.execute(source.execute);
  const followed = await follow({ plan, execution, view, outputs, interruption }, world);
  const { report, by, stdoutError, failures, missed } = followed;

  const result: Result = { plan, report, name: source.name, isSurvey: source.isSurvey };
  const troubles = [...failures, ...(await writeOutputs(outputs, result))];
  const onStdout = stdoutError ?? (await trouble(write(stdout, resultText(result, view, world))));
  if (onStdout instanceof SubplanFailure) troubles.push(onStdout);
  // The exit code tells it all where nobody reads stderr any more.
  await write(stderr, closing(result, { view, missed }, world)).catch(() => {});
  for (const failure of troubles) await write(stderr, failureText(failure)).catch(() => {});
  if (by !== undefined) return interruptCodes[by];
  return troubles.length > 0 ? exitCodes.usage : statusCodes[report.status];
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

/** What a promise is rejected with, where that is no bug; undefined where it is not. */
const trouble = async (promise: Promise<void>): Promise<SubplanFailure | ReaderGone | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof SubplanFailure || error instanceof ReaderGone) return error;
    throw error;
  }
};

interface Closing {
  readonly view: RunViewSettings;
  readonly missed: readonly Missed[];
}

const closing = (
  { plan, report, name, isSurvey }: Result,
  { view, missed }: Closing,
  { stderr, env }: World,
): string => {
  const { columns, paint } = terminalOf(stderr, env, { color: view.color, all: false });
  if (report.status === 'empty') return nothingToDo(plan, name, paint);
  if (view.quiet && report.status === 'succeeded' && missed.length === 0) return '';
  const facts: Fact[] = view.output.length > 0 ? [['wrote', view.output.map(visible).join(', ')]] : [];
  const gaps = missed.map(({ where, count }) => `${some(count, 'event is', 'events are')} missing ${visible(where)}`);
  if (gaps.length > 0) facts.push(['missed', ...gaps]);
  if (isSurvey && view.output.length === 0 && !view.json)
    facts.push(['next', '-o map.md keeps this map; --task file.js runs a task of your own on each leaf']);
  const lines = drawRunSummary(reportApart(report, namesApart(plan)), {
    name,
    columns,
    paint,
    verbose: view.verbose,
    facts,
  });
  return `${lines.join('\n')}\n`;
};
