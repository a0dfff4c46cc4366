import { SubplanFailure } from '../domain/failure.js';
import { errorCode } from '../util/error-code.js';
import type { Output } from './world.js';

/** Nobody reads what is written any more: an end, not a failure. */
export class ReaderGone extends Error {}

/** Writes all of a text, and returns when it is out. */
export const write = (output: Output, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (text === '') return resolve();
    output.write(text, (error) => {
      if (!error) return resolve();
      reject(errorCode(error) === 'EPIPE' ? new ReaderGone() : cannotWrite(error));
    });
  });

const cannotWrite = (cause: Error): SubplanFailure =>
  new SubplanFailure({
    code: 'cannot-write',
    message: `the output cannot be written (${errorCode(cause)})`,
    nextStep: 'Check where the output goes: a full disk, or a file that may not be written.',
    cause,
  });
