import { StringDecoder } from 'node:string_decoder';
import { current, type ThreadAttempt } from './attempt.js';

type Write = (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;

/**
 * Makes each line that a task prints a note of its attempt, instead of letting it reach the terminal. Returns what tells
 * the last line of an attempt, where no line break ended it.
 */
export const captureOutput = (): ((attempt: ThreadAttempt) => void) => {
  const all = [process.stdout, process.stderr].map((stream) => {
    const rests = new WeakMap<ThreadAttempt, string>();
    const decoder = new StringDecoder('utf8');
    const write: Write = (chunk, ...rest) => {
      const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
      const attempt = current.getStore();
      if (attempt) {
        const lines = ((rests.get(attempt) ?? '') + text).split(/\r?\n/);
        rests.set(attempt, lines.pop() ?? '');
        for (const line of lines) attempt.context.log(line);
      }
      const done = rest.find((word) => typeof word === 'function') as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return true;
    };
    stream.write = write as typeof stream.write;
    return rests;
  });
  return (attempt) => {
    for (const rests of all) {
      const rest = rests.get(attempt);
      if (rest) attempt.context.log(rest);
    }
  };
};
