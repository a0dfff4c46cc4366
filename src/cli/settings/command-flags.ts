import type { OptionFlag, ViewFlag } from './flag.js';
import { viewFlags } from './view-flags.js';

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
    plan: { view: viewFlags.plan, options: options.plan },
    run: { view: viewFlags.run, options: options.run },
    calibrate: { view: viewFlags.calibrate, options: options.calibrate },
    runs: { view: viewFlags.runs, options: [] },
    experiment: { view: viewFlags.experiment, options: options.experiment },
    look: { view: viewFlags.look, options: [] },
  } satisfies Record<string, CommandFlags>;
};
