import { SubplanFailure } from '../../domain/failure.js';
import { drawDryRun } from '../../report/dry-run-view.js';
import { jsonText } from '../../report/json-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Interruption } from '../interruption.js';
import { makePlan } from '../make-plan.js';
import { nothingToDo } from '../nothing-to-do.js';
import type { Given } from '../settings/settings.js';
import type { RunViewSettings } from '../settings/view-settings.js';
import { tellUnread } from '../tell-unread.js';
import { terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { write } from '../write.js';
import { checkFiles } from './check-files.js';
import { resumeChoice } from './resume-source.js';
import { running, runSource } from './run-source.js';

export interface DryRun {
  readonly argument: string | undefined;
  readonly given: Given;
  readonly view: RunViewSettings;
  readonly interruption: Interruption;
}

/** `subplan run --dry-run`: prints what would be run, and leaves everything as it is. Returns the exit code. */
export const dryRun = async ({ argument, given, view, interruption }: DryRun, world: World): Promise<number> => {
  const { env, load, stdout, stderr } = world;
  if (resumeChoice(given, env)) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: '--dry-run and --resume exclude each other: what a run that goes on does is in its ledger',
      nextStep: 'Use `subplan runs show`, or leave one of them away. Nothing was done.',
    });
  }
  if (view.output.length > 0) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: '--dry-run and --output exclude each other: nothing is run, so there is no report to write',
      nextStep: 'Leave one of them away; --json prints what would be run as JSON. Nothing was done.',
    });
  }
  const source = await runSource({ argument, given, view, half: running }, world);
  const plan = await makePlan({ source, view, interruption }, world);
  if (source.kind === 'plan') checkFiles(plan, source.root);
  await tellUnread(plan, view, world);
  const { paint } = terminalOf(stdout, env, { color: view.color, all: false });
  if (plan.leaves.length === 0) {
    await write(stderr, nothingToDo(plan, source.name, paint));
    return exitCodes.nothingToDo;
  }
  const preview = await load('preview');
  const told = preview(plan, source.settings);
  const text = view.json ? jsonText(told, 2) : drawDryRun(told, { paint, verbose: view.verbose }).join('\n');
  await write(stdout, `${text}\n`);
  return exitCodes.ok;
};
