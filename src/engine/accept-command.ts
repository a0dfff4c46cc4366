import type { AcceptFunction } from '../domain/sampling.js';
import { type CommandOptions, makeCommand } from '../run/process/command-run.js';
import { askCommand, noAnswer } from './ask-command.js';

/** A command that judges values: it is handed the value in its JSON, and accepts it by exit code 0. */
export const acceptByCommand = (options: Omit<CommandOptions, 'part'>): AcceptFunction => {
  const command = makeCommand({ ...options, part: 'accept' });
  return async (value, leaf, context) => {
    const done = await askCommand(command, { leaf, context, more: { value } });
    const { performed, exitCode, stdoutTail, stderrTail } = done;
    if (exitCode === 0) return true;
    if (performed.failure?.code !== 'command-failed') throw noAnswer(done);
    return { accepted: false, feedback: feedbackOf(stdoutTail, stderrTail) };
  };
};

/** Test runners print to both. */
const feedbackOf = (...said: readonly string[]): string =>
  said
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
