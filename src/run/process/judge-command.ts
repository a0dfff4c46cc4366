import { rmSync } from 'node:fs';
import type { AttemptFailure } from '../../domain/attempt-failure.js';
import type { CommandSettings } from '../../domain/command.js';
import { noUsage, type Usage } from '../../domain/usage.js';
import type { Redactor } from '../../util/redact.js';
import { failureOf } from '../failures.js';
import { checked, type Performed } from '../perform.js';
import type { CapturedOutput } from './captured-output.js';
import {
  commandFailed,
  commandKilled,
  commandMissing,
  commandRateLimited,
  type Said,
  spawnFailure,
  unreadableOutput,
} from './command-failures.js';
import type { Prepared } from './prepare.js';
import { askedToWait } from './rate-limit.js';
import { type ReadOutput, readOutput } from './read-output.js';
import type { Exit } from './spawned.js';
import { spentIn } from './spent.js';

export interface CommandCase {
  readonly options: { readonly settings: CommandSettings; readonly redact: Redactor };
  readonly prepared: Prepared;
  readonly root: string;
  readonly captured: CapturedOutput;
  readonly exit: Exit;
}

export interface Verdict {
  readonly performed: Performed;
  readonly spent: Usage;
}

/** What a command came to: the value on its standard output, or why there is none. What it spent counts either way. */
export const judgeCommand = async (the: CommandCase): Promise<Verdict> => {
  const { captured, options } = the;
  const { settings } = options;
  const said: Said = { stderr: captured.stderr.end, stdout: captured.stdout.end, kept: captured.kept };
  const failure = failureBefore(the, said);
  const looksForSpent = Object.keys(settings.spends).length > 0;
  if (failure && !looksForSpent) return { performed: { failure: without(failure, options.redact) }, spent: noUsage };
  const read = readSafely(captured, settings);
  const spent = read.problem === undefined && looksForSpent ? spentIn(read.value, settings) : noUsage;
  const performed: Performed = failure ? { failure } : await madeOf(read, settings, said);
  if (performed.failure) return { performed: { failure: without(performed.failure, options.redact) }, spent };
  // A value that was read needs its file no more.
  if (settings.output !== 'text' && captured.stdout.path !== undefined) rmSync(captured.stdout.path, { force: true });
  return { performed, spent };
};

/** All that is at hand of an output: where it is in a file, how it begins and how it ends. */
const known = (kept: CapturedOutput['stdout']): string => kept.text ?? `${kept.start}\n${kept.end}`;

const failureBefore = (
  { options, prepared, root, exit, captured }: CommandCase,
  said: Said,
): AttemptFailure | undefined => {
  const [word] = prepared.words;
  if (exit.error) return spawnFailure(word, root, exit.error);
  if (exit.code === 0) return undefined;
  const wait = askedToWait(
    options.settings.rateLimit,
    exit.code,
    [captured.stderr, captured.stdout].map(known).join('\n'),
  );
  if (wait) return commandRateLimited(wait.ms, said);
  if (exit.code === undefined) return commandKilled(exit.signal ?? 'something that does not let it end', said);
  if (exit.code === 126 || exit.code === 127) return commandMissing(exit.code, word, said);
  return commandFailed(exit.code, said);
};

const readSafely = (captured: CapturedOutput, { output }: CommandSettings): ReadOutput => {
  try {
    return readOutput(captured.stdout, output, captured.stdoutFile);
  } catch (error) {
    return { problem: `its standard output cannot be read: ${String(error)}` };
  }
};

const madeOf = async (read: ReadOutput, { schema }: CommandSettings, said: Said): Promise<Performed> => {
  if (read.problem !== undefined) return { failure: unreadableOutput(read.problem, said) };
  if (!schema) return { value: read.value };
  try {
    return await checked(schema, read.value);
  } catch (thrown) {
    return { failure: failureOf(thrown) };
  }
};

/** The words of a command may hold a secret as well as what it says. */
const without = (failure: AttemptFailure, redact: Redactor): AttemptFailure => ({
  ...failure,
  message: redact(failure.message),
});
