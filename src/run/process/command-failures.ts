import { type AttemptFailure, nextStep } from '../../domain/attempt-failure.js';
import { type Message, option, say, setting } from '../../domain/message.js';
import { show } from '../../util/show.js';

/** So much of what a command said stands in a message. */
const mostLines = 8;
const mostLetters = 2_000;

const stdin = option('task', 'stdin');

export const notStarted = (message: string, step: string | Message, retryable = false): AttemptFailure => ({
  code: 'command-not-started',
  message,
  ...nextStep(step),
  retryable,
});

/** Of an error of the system when a process was to be started. */
export const spawnFailure = (word: string, root: string, error: NodeJS.ErrnoException): AttemptFailure => {
  const code = error.code ?? error.message;
  switch (code) {
    case 'ENOENT':
      return notStarted(
        `the command ${show(word)} was not found in the folders of PATH`,
        `Install it, write its path in full, or correct its name; also look whether ${root} is still there.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return notStarted(`the command ${show(word)} may not be run (${code})`, 'Make the file executable.');
    case 'E2BIG':
      return notStarted(
        `the words and variables of ${show(word)} are more than the system takes (${code})`,
        say`Hand files over by {fileList} and the prompt by ${setting(stdin, 'prompt')}, or name fewer variables in ${option('task', 'env')}.`,
      );
    default:
      return notStarted(
        `the command ${show(word)} could not be started (${code})`,
        say`The system may have too many processes or open files, or too little memory: lower ${option('maxParallel')}.`,
        true,
      );
  }
};

export const promptTooLong = (bytes: number): AttemptFailure =>
  notStarted(
    `the prompt has ${bytes} bytes, which is more than a word of a command may have`,
    say`Hand it over on standard input: ${setting(stdin, 'prompt')}, without {prompt} in the command.`,
  );

export const wordTooLong = (bytes: number, start: string): AttemptFailure =>
  notStarted(
    `a word of the command has ${bytes} bytes, which is more than the system takes: ${show(start)}`,
    say`Read it from standard input (${setting(stdin, 'json')}) instead.`,
  );

/** What a command came to that ended by itself, in its own words. */
export interface Said {
  readonly stderr: string;
  readonly stdout: string;
  /** Where all of it stands, if it was too much to keep at hand. */
  readonly kept: readonly string[];
}

export const commandFailed = (exitCode: number, said: Said): AttemptFailure => ({
  code: 'command-failed',
  message: `the command ended with exit code ${exitCode}${lastWords(said)}`,
  ...nextStep(`See what it says; run it by hand with the same words.${keptAt(said)}`),
  retryable: true,
});

/** Exit codes by which shells and the like say that a command was not found or may not be run. */
export const commandMissing = (exitCode: number, word: string, said: Said): AttemptFailure =>
  notStarted(
    `the command ${show(word)} ended with exit code ${exitCode}, which says that ${
      exitCode === 127 ? 'something was not found' : 'something may not be run'
    }${lastWords(said)}`,
    'Install what is missing, or correct its name or PATH.',
  );

export const commandKilled = (signal: string, said: Said): AttemptFailure => ({
  code: 'command-killed',
  message: `the command was ended by ${signal}${signal === 'SIGKILL' ? ', perhaps because memory ran out' : ''}${lastWords(said)}`,
  ...nextStep(
    signal === 'SIGKILL'
      ? say`See the log of the system; lower ${option('maxParallel')} or make the leaves smaller.${keptAt(said)}`
      : `Find out who sent the signal, or what made it crash.${keptAt(said)}`,
  ),
  retryable: true,
});

export const commandRateLimited = (waitMs: number | undefined, said: Said): AttemptFailure => ({
  code: 'rate-limited',
  message: `the service of the command asks to wait${waitMs === undefined ? '' : ` for ${waitMs} ms`}${lastWords(said)}`,
  ...nextStep(
    say`It runs again by itself; lower ${option('maxParallel')} or set ${option('limits')} where this happens often.`,
  ),
  retryable: true,
  ...(waitMs === undefined ? {} : { waitMs }),
});

export const unreadableOutput = (why: string, said: Said): AttemptFailure => ({
  code: 'invalid-output',
  message: why,
  ...nextStep(
    say`Correct the command or its output setting (${option('task', 'output')}). Trying again may help where a model made the value.${keptAt(said)}`,
  ),
  retryable: true,
});

const lastWords = ({ stderr, stdout }: Said): string => {
  const text = stderr.trim() || stdout.trim();
  if (text === '') return ', and said nothing';
  const last = text.split('\n').slice(-mostLines).join('\n').slice(-mostLetters);
  return `: ${last}`;
};

const keptAt = ({ kept }: Said): string => (kept.length === 0 ? '' : ` All of its output is in ${kept.join(' and ')}.`);
