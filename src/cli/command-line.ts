import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { SubplanFailure } from '../domain/failure.js';
import { version } from '../engine/version.js';
import { visible, visibleLines } from '../report/visible.js';
import { bugText } from './bug-text.js';
import { exitCodes, interruptCodes } from './exit-codes.js';
import { Interrupted, type Interruption, watchInterrupts } from './interruption.js';
import { createProgram } from './program.js';
import type { World } from './world.js';
import { ReaderGone, write } from './write.js';

/** Runs a command line and returns its exit code, with all output written. Never throws. */
export const run = async (world: World): Promise<number> => {
  const interruption = watchInterrupts(world);
  try {
    return await Promise.race([perform(world, interruption), interruption.promise]);
  } catch (error) {
    return await tell(error, world);
  } finally {
    interruption.letGo();
  }
};

const perform = async (world: World, interruption: Interruption): Promise<number> => {
  const { argv, stdout, stderr } = world;
  let [code, out, err]: [number, string, string] = [exitCodes.ok, '', ''];
  // Each command is loaded when it is the one that was asked for.
  const program = await createProgram({
    argv,
    version: version(),
    stdout,
    writeOut: (text) => {
      out += text;
    },
    writeErr: (text) => {
      err += visibleLines(text);
    },
    plan: async (folder, given) => {
      const { planCommand } = await import('./plan/plan-command.js');
      code = await planCommand({ folder, given, interruption }, world);
    },
    run: async (argument, given) => {
      const { runCommand } = await import('./run/run-command.js');
      code = await runCommand({ argument, given, interruption }, world);
    },
    experiment: async (action, given) => {
      const { experimentCommand } = await import('./experiment/experiment-command.js');
      code = await experimentCommand({ action, given, interruption }, world);
    },
    calibrate: async (argument, given) => {
      const { calibrateCommand } = await import('./calibrate/calibrate-command.js');
      code = await calibrateCommand({ argument, given, interruption }, world);
    },
    runs: async (action, given) => {
      const { runsCommand } = await import('./runs/runs-command.js');
      code = await runsCommand(action, given, world);
    },
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error.code === 'commander.unknownCommand') err += forgottenCommand(world);
  }
  await write(stdout, out);
  await write(stderr, err);
  return code;
};

/** `subplan src` for `subplan run src` is an easy mistake. */
const forgottenCommand = ({ argv, cwd }: World): string => {
  const place = argv.find((word) => !word.startsWith('-')) ?? '';
  const isThere = !place.includes('\0') && statSync(resolve(cwd, place), { throwIfNoEntry: false }) !== undefined;
  const name = visible(place);
  return isThere
    ? `To split the project in it: subplan plan ${name}\nTo run a task on its parts: subplan run ${name}\n`
    : '';
};

/** The one place where what was thrown becomes words and a code. */
const tell = async (error: unknown, { stderr }: World): Promise<number> => {
  const [text, code]: [string, number] = await told(error);
  // Where even stderr is gone, the code is all that can be told.
  await write(stderr, text).catch(() => {});
  return code;
};

const told = async (error: unknown): Promise<[text: string, code: number]> => {
  if (error instanceof ReaderGone) return ['', exitCodes.ok];
  if (error instanceof Interrupted) return ['subplan: interrupted\n', interruptCodes[error.signal]];
  if (error instanceof SubplanFailure) {
    // Its words name flags, which a command that ends well may never need to know.
    const { failureText } = await import('./failure-text.js');
    return [failureText(error), exitCodes.usage];
  }
  return [bugText(error, version()), exitCodes.bug];
};
