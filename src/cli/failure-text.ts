import { failureWords, type SubplanFailure } from '../domain/failure.js';
import { visibleLines } from '../report/visible.js';
import { flagWords } from './flag-words.js';

/** What went wrong and what to do about it. Names in it may come from anywhere, so it is made safe to show. */
export const failureText = (failure: SubplanFailure): string => {
  const { message, nextStep } = failureWords(failure, flagWords);
  return visibleLines(`subplan: ${message}\n${nextStep}\n`);
};

/** Something that must not happen did. */
export const bugText = (error: unknown, version: string): string => {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return visibleLines(
    `subplan: this is a bug in subplan ${version} (node ${process.version}), not in what you did:\n${told}\nPlease report it with the lines above and the command you ran.\n`,
  );
};
