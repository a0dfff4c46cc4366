import type { Output } from './world.js';
import { write } from './write.js';

/** Writes what comes, in order, without waiting for each: what comes while one text is on its way goes out together. */
export interface LineWriter {
  push(text: string): void;
  /** How much waits to be written, in characters. */
  waiting(): number;
  /** Resolves when all is out, or when writing has failed. */
  drained(): Promise<void>;
}

/** `onError` is called once, as soon as something cannot be written; nothing more is written then. */
export const lineWriter = (output: Output, onError: (error: unknown) => void): LineWriter => {
  let waiting = '';
  let state: 'idle' | 'writing' | 'failed' = 'idle';
  let writing = Promise.resolve();
  const writeOn = async (): Promise<void> => {
    state = 'writing';
    try {
      while (waiting !== '') {
        const text = waiting;
        waiting = '';
        await write(output, text);
      }
      state = 'idle';
    } catch (error) {
      state = 'failed';
      waiting = '';
      onError(error);
    }
  };
  return {
    push(text) {
      if (state === 'failed') return;
      waiting += text;
      if (state === 'idle') writing = writeOn();
    },
    waiting: () => waiting.length,
    drained: () => writing,
  };
};
