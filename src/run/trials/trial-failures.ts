import type { AttemptFailure } from '../../domain/attempt-failure.js';
import { show } from '../../util/show.js';

/** A score that is none is nobody's result. */
export const wrongScore = (answer: unknown): AttemptFailure => ({
  code: 'task-threw',
  message: `score: expected a number, true or false, or an object of them by name (null where one does not apply), got ${show(answer)}`,
  nextStep: 'Correct what the score returns; without a score of its own, the value of the task is the score.',
  retryable: false,
});
