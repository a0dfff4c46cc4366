import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExperimentSnapshot, RecordedExperiment } from '../../engine/experiment/recorded-experiment.js';
import { armsText } from '../../report/experiment/arms-text.js';
import { drawExperiment } from '../../report/experiment/draw-experiment.js';
import { exitCodes } from '../exit-codes.js';
import { failureText } from '../failure-text.js';
import { checkOutputs } from '../outputs.js';
import type { Given } from '../settings/settings.js';
import { experimentLookFlags } from '../settings/view-flags.js';
import { readViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { write } from '../write.js';
import { experimentReportFormats, writeExperiment } from './experiment-outputs.js';

export interface LookingAt {
  /** Its id or the beginning of it; undefined: the newest. */
  readonly run: string | undefined;
  readonly given: Given;
  /** Whether to follow it until it ends. */
  readonly isWatching: boolean;
}

/** How often the record is read again. */
const everyMs = 500;

/**
 * `subplan experiment report` and `watch`: what is recorded of an experiment, now or until it ends. Only reads: the one
 * that runs it is not disturbed, and Ctrl-C ends nothing but this.
 */
export const lookAtExperiment = async ({ run, given, isWatching }: LookingAt, world: World): Promise<number> => {
  const { cwd, env, stdout, stderr, load } = world;
  const view = readViewSettings(experimentLookFlags, given, env);
  const outputs = checkOutputs(view.output, cwd, experimentReportFormats);
  const place = { root: resolve(cwd, view.root ?? '.'), ledger: view.ledger && resolve(cwd, view.ledger) };
  const openExperiment = await load('openExperiment');
  const recorded = await openExperiment(place, run ?? true);
  try {
    const { report } = isWatching ? await watched(recorded, world) : recorded.look();
    const failures = await writeExperiment(outputs, report);
    const { columns, paint } = terminalOf(stdout, env, { color: view.color, all: false });
    const drawn = drawExperiment(report, { columns, paint, verbose: view.verbose, facts: [['run', report.runId]] });
    await write(stdout, view.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${drawn.join('\n')}\n`);
    for (const failure of failures) await write(stderr, failureText(failure));
    return failures.length > 0 ? exitCodes.usage : exitCodes.ok;
  } finally {
    recorded.close();
  }
};

/** Reads until nobody works on it any more, and tells whenever something changed. */
const watched = async (recorded: RecordedExperiment, { stderr }: World): Promise<ExperimentSnapshot> => {
  for (let told = ''; ; ) {
    const snapshot = recorded.look();
    const line = armsText(snapshot.report, snapshot.running.length);
    if (line !== told) await write(stderr, `${line}\n`);
    told = line;
    if (!snapshot.isRunning) return snapshot;
    await wait(everyMs);
  }
};
