import { rmSync } from 'node:fs';
import type { CommandSettings } from '../../domain/command.js';
import { addUsage, noUsage, type Usage } from '../../domain/usage.js';
import { epochNow } from '../../util/clock.js';
import type { Redactor } from '../../util/redact.js';
import { failureOf } from '../failures.js';
import type { Performed } from '../perform.js';
import { CapturedOutput } from './captured-output.js';
import type { CommandFacts } from './command-facts.js';
import { notStarted } from './command-failures.js';
import { type Environment, inherited } from './environment.js';
import { judgeCommand } from './judge-command.js';
import type { LineListener } from './lines.js';
import { type Preparation, type Prepared, prepare } from './prepare.js';
import type { Scratch } from './scratch.js';
import { type Exit, Spawned } from './spawned.js';
import { takeUsageFile } from './spent.js';

export interface CommandOptions {
  readonly settings: CommandSettings;
  readonly env: Environment;
  readonly redact: Redactor;
  readonly scratch: Scratch;
  readonly graceMs: number;
  /** Tells its outputs from those of another command for the same attempt: `accept`. */
  readonly part?: string;
}

/** Hears of a command while it runs. */
interface CommandListener extends LineListener {
  /** A process was started. */
  process?(pid: number): void;
}

/** How a command ended. */
export interface CommandEnd {
  /** Its value, or why it has none. */
  readonly performed: Performed;
  /** Undefined where a signal ended it, or where it was not started. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly spent: Usage;
  /** Whether the value only says in which file the output is. */
  readonly isInFile: boolean;
  /** How its outputs end. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export interface CommandRun {
  /** Asks everything that came of it to end; past the grace it is ended. */
  end(): void;
  /** Resolves when nothing of it is left. Is never rejected. */
  readonly done: Promise<CommandEnd>;
}

/** A command that can be run for any number of attempts. */
export interface Command {
  run(facts: CommandFacts, listener: CommandListener): CommandRun;
}

export const makeCommand = (options: CommandOptions): Command => {
  const { settings, env, scratch } = options;
  const base = inherited(env, settings.env);
  return {
    run: (facts, listener) => {
      const ready = prepareSafely({ settings, base, facts, scratch });
      return ready.failure ? failed(ready) : start(options, { prepared: ready.prepared, facts }, listener);
    },
  };
};

/** The place for temporary files may be full, or missing. */
const prepareSafely = (preparation: Preparation): ReturnType<typeof prepare> => {
  try {
    return prepare(preparation);
  } catch (thrown) {
    const { code, message } = failureOf(thrown).cause ?? { code: undefined, message: '' };
    const nextStep = 'Look whether there is room where temporary files are kept (TMPDIR).';
    return { failure: notStarted(`the command could not be prepared: ${message}`, nextStep, code === 'EMFILE') };
  }
};

const failed = (performed: Performed): CommandRun => {
  const now = epochNow();
  const outputs = { isInFile: false, stdoutTail: '', stderrTail: '', spent: noUsage };
  const end = { performed, exitCode: undefined, signal: undefined, startedAt: now, endedAt: now, ...outputs };
  return { end: () => {}, done: Promise.resolve(end) };
};

interface Started {
  readonly prepared: Prepared;
  readonly facts: CommandFacts;
}

const start = (options: CommandOptions, { prepared, facts }: Started, listener: CommandListener): CommandRun => {
  const startedAt = epochNow();
  const captured = new CapturedOutput({ facts, redact: options.redact, part: options.part }, listener);
  const spawned = new Spawned({ prepared, root: facts.root, graceMs: options.graceMs }, captured);
  if (spawned.pid !== undefined) listener.process?.(spawned.pid);
  const finishing = { options, prepared, facts, captured, startedAt };
  const done = spawned.done
    .then((exit) => finish(finishing, exit, listener))
    .catch((thrown: unknown) => failed({ failure: failureOf(thrown) }).done);
  return { end: () => spawned.end(), done };
};

interface Finishing extends Started {
  readonly options: CommandOptions;
  readonly captured: CapturedOutput;
  readonly startedAt: number;
}

const finish = async (
  { options, prepared, facts, captured, startedAt }: Finishing,
  exit: Exit,
  listener: CommandListener,
): Promise<CommandEnd> => {
  const endedAt = epochNow();
  captured.end();
  const { performed, spent } = await judgeCommand({ options, prepared, root: facts.root, captured, exit });
  const { usage, wrongLines } = takeUsageFile(prepared.usage);
  const { left } = exit;
  if (left.length > 0)
    listener.line(`${left.length} processes could not be ended: ${left.map(({ pid }) => pid).join(', ')}`);
  if (wrongLines > 0) {
    listener.line(`${wrongLines} lines of the file SUBPLAN_USAGE are no amounts by name, such as {"tokens":1200}`);
  }
  if (prepared.list !== undefined) rmSync(prepared.list, { force: true });
  return {
    performed,
    exitCode: exit.code,
    signal: exit.signal,
    startedAt,
    endedAt,
    spent: addUsage(usage, spent),
    isInFile: captured.stdout.path !== undefined && options.settings.output === 'text',
    stdoutTail: captured.stdout.end,
    stderrTail: captured.stderr.end,
  };
};
