import type { Output } from './world.js';
import { write } from './write.js';

/** Writes what comes, in order, without waiting for each: what comes while one text is on its way goes out together. */
export interface LineWriter {
  push(text: string): void;
  /** How much is not written yet, in characters. */
  waiting(): number;
  /** Resolves when all is out, or when writing has failed. */
  drained(): Promise<void>;
}

/** Written at once at most, in characters, unless one text is longer: large is fast, but a string has a limit. */
const chunkSize = 1_000_000;

/** `onError` is called once, as soon as something cannot be written; nothing more is written then. */
export const lineWriter = (output: Output, onError: (error: unknown) => void): LineWriter => {
  let queue: string[] = [];
  let waiting = 0;
  let state: 'idle' | 'writing' | 'failed' = 'idle';
  let writing = Promise.resolve();
  const writeAll = async (texts: readonly string[]): Promise<void> => {
    for (let at = 0; at < texts.length; ) {
      let chunk = texts[at++];
      while (at < texts.length && chunk.length + texts[at].length <= chunkSize) chunk += texts[at++];
      await write(output, chunk);
      waiting -= chunk.length;
    }
  };
  const writeOn = async (): Promise<void> => {
    state = 'writing';
    try {
      while (queue.length > 0) {
        const texts = queue;
        queue = [];
        await writeAll(texts);
      }
      state = 'idle';
    } catch (error) {
      state = 'failed';
      [queue, waiting] = [[], 0];
      onError(error);
    }
  };
  return {
    push(text) {
      if (state === 'failed' || text === '') return;
      queue.push(text);
      waiting += text.length;
      if (state === 'idle') writing = writeOn();
    },
    waiting: () => waiting,
    drained: () => writing,
  };
};
