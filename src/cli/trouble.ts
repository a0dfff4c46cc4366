import { SubplanFailure } from '../domain/failure.js';
import { ReaderGone } from './write.js';

/** What a promise is rejected with, where that is no bug; undefined where it is not. */
export const trouble = async (promise: Promise<void>): Promise<SubplanFailure | ReaderGone | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof SubplanFailure || error instanceof ReaderGone) return error;
    throw error;
  }
};
