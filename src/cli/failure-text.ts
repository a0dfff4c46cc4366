import { failureWords, type SubplanFailure } from '../domain/failure.js';
import { visibleLines } from '../report/visible.js';
import { flagWords } from './flag-words.js';

/** What went wrong and what to do about it. Names in it may come from anywhere, so it is made safe to show. */
export const failureText = (failure: SubplanFailure): string => {
  const { message, nextStep } = failureWords(failure, flagWords);
  return visibleLines(`subplan: ${message}\n${nextStep}\n`);
};
