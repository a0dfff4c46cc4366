import type { OptionFlag, ViewFlag } from './flag.js';
import {
  calibrateViewFlags,
  experimentLookFlags,
  experimentViewFlags,
  planViewFlags,
  runsFlags,
  runViewFlags,
} from './view-flags.js';

/** The flags of one command. */
export interface CommandFlags {
  readonly view: readonly ViewFlag[];
  readonly options: readonly OptionFlag[];
}

/** Flags of options are loaded for the commands that the words name: the others are listed, but not called. */
export const flagsOf = async (argv: readonly string[]) => {
  const named = async (command: string, load: () => Promise<readonly OptionFlag[]>): Promise<readonly OptionFlag[]> =>
    argv.includes(command) ? load() : [];
  const options = {
    plan: await named('plan', async () => (await import('./decompose-flags.js')).decomposeFlags),
    run: await named('run', async () => (await import('./known.js')).runFlags),
    calibrate: await named('calibrate', async () => (await import('./known.js')).calibratingFlags),
    experiment: await named('experiment', async () => (await import('./experiment-flags.js')).experimentFlags),
  };
  return {
    plan: { view: planViewFlags, options: options.plan },
    run: { view: runViewFlags, options: options.run },
    calibrate: { view: calibrateViewFlags, options: options.calibrate },
    runs: { view: runsFlags, options: [] },
    experiment: { view: experimentViewFlags, options: options.experiment },
    /** Of the commands that look at a recorded experiment. */
    look: { view: experimentLookFlags, options: [] },
  } satisfies Record<string, CommandFlags>;
};
