import type { CalibrationResult } from '../../domain/calibration.js';
import { calibrationText, drawCalibration } from '../../report/calibration-view.js';
import { namesApart, reportApart } from '../../report/names-apart.js';
import { drawRunSummary } from '../../report/run-summary.js';
import { visible } from '../../report/visible.js';
import { show } from '../../util/show.js';
import { exitCodeOf, exitCodes, interruptCodes } from '../exit-codes.js';
import { flagWords } from '../flag-words.js';
import { makePlan } from '../make-plan.js';
import { nothingToDo } from '../nothing-to-do.js';
import { againWith } from '../run/again-with.js';
import { checkFiles } from '../run/check-files.js';
import { follow } from '../run/follow.js';
import type { RunArguments } from '../run/run-command.js';
import { runSource } from '../run/run-source.js';
import { mistypedVariables } from '../settings/mistyped-variables.js';
import { type Given, refuse } from '../settings/settings.js';
import { calibrateViewFlags } from '../settings/view-flags.js';
import { type CalibrateViewSettings, readViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import type { Plan, World } from '../world.js';
import { write } from '../write.js';
import { calibrating } from './calibrating.js';

/** `subplan calibrate`: runs leaves, more and more at once, and says how many there should be. Returns the exit code. */
export const calibrateCommand = async (
  { argument, given, interruption }: RunArguments,
  world: World,
): Promise<number> => {
  const { env, load, stdout, stderr } = world;
  const view = readViewSettings(calibrateViewFlags, given, env);
  refuseCap(given);
  const source = await runSource({ argument, given, view, half: calibrating }, world);
  for (const warning of view.quiet ? [] : mistypedVariables(env)) await write(stderr, `subplan: ${visible(warning)}\n`);
  const { name, settings } = source;
  const { ledger } = settings.execute;
  const isRecorded = ledger !== undefined;
  const plan = await makePlan({ source, view, interruption, isRecorded, ledger }, world);
  const isPlan = source.kind === 'plan';
  if (isPlan) checkFiles(plan, source.root);

  const calibrateWith = await load('calibrateWith');
  const calibration = calibrateWith(settings, plan);
  const { execution } = calibration;
  const shown = { ...view, json: false, output: [], dryRun: false };
  const following = follow({ plan, execution, view: shown, outputs: [], interruption }, world);
  const [{ by }, result] = await Promise.all([following, calibration]);

  const again = againWith({ argument, given, isPlan });
  await write(stdout, resultText(result, { view, next: isRecorded ? nextStep(result, again) : undefined }, world));
  await write(stderr, closing(result, { view, plan, name, isRecorded }, world)).catch(() => {});
  if (by !== undefined) return interruptCodes[by];
  if (result.kind === 'chosen') return exitCodes.ok;
  return exitCodeOf(result.report) || exitCodes.notAllSucceeded;
};

const refuseCap = ({ maxParallel }: Given): void => {
  if (maxParallel === undefined) return;
  const expected = 'no such flag here: it is what is looked for (--up-to bounds it)';
  refuse([{ field: '--max-parallel', expected, received: show(maxParallel) }], 'calibrate');
};

/** How to go on with the run; undefined where nothing of it is left. */
const nextStep = (result: CalibrationResult, again: ReturnType<typeof againWith>): string | undefined => {
  const { runId, status } = result.report;
  if (status === 'succeeded' || status === 'empty') return undefined;
  return again(runId, ...(result.kind === 'chosen' ? ['-j', String(result.maxParallel)] : []));
};

interface Shown {
  readonly view: CalibrateViewSettings;
  readonly next: string | undefined;
}

const resultText = (result: CalibrationResult, { view, next }: Shown, { stdout, env }: World): string => {
  if (view.json) return calibrationText(result, next);
  if (result.report.status === 'empty') return '';
  const { columns, paint } = terminalOf(stdout, env, { color: view.color, all: false });
  return `${drawCalibration(result, { columns, paint, next }).join('\n')}\n`;
};

interface Closing {
  readonly view: CalibrateViewSettings;
  readonly plan: Plan;
  readonly name: string;
  readonly isRecorded: boolean;
}

/** What became of the leaves meanwhile. */
const closing = (
  { kind, report }: CalibrationResult,
  { view, plan, name, isRecorded }: Closing,
  { stderr, env }: World,
): string => {
  const { columns, paint } = terminalOf(stderr, env, { color: view.color, all: false });
  if (report.status === 'empty') return nothingToDo(plan, name, paint);
  if (view.quiet && kind === 'chosen') return '';
  const page = { name, columns, paint, verbose: view.verbose, words: flagWords };
  const facts = isRecorded ? [['run', report.runId] as const] : [];
  return `${drawRunSummary(reportApart(report, namesApart(plan)), { ...page, facts }).join('\n')}\n`;
};
