import { type AttemptFailure, nextStepIn, type ThrownValue } from '../domain/attempt-failure.js';
import type { Wording } from '../domain/message.js';
import { logLines } from './log-text.js';

export interface FailureDetail {
  /** With the stack and what caused it. */
  readonly verbose: boolean;
  readonly words: Wording;
}

/** A task may throw a page of text. */
const mostLines = 8;
/** Causes may be long chains; the first few tell. */
const mostCauses = 3;

/** What went wrong and what to do about it, in lines that are safe to show. */
export const failureLines = (failure: AttemptFailure, { verbose, words }: FailureDetail): string[] => {
  const message = logLines(failure.message);
  const shown = verbose || message.length <= mostLines ? message : [...message.slice(0, mostLines), '…'];
  const calls = callsOf(failure);
  const where = verbose ? [...calls, ...causesOf(failure)] : calls.slice(0, 1);
  return [...shown, ...where, ...logLines(nextStepIn(failure, words))];
};

/** The lines of the stack that say where; its beginning is the message, which is told already. */
const callsOf = ({ stack, cause }: AttemptFailure): string[] =>
  logLines(stack ?? cause?.stack ?? '').filter((line) => /^\s+at /.test(line));

const causesOf = ({ cause }: AttemptFailure): string[] => {
  const lines: string[] = [];
  let thrown: ThrownValue | undefined = cause?.cause;
  for (let deep = 0; thrown !== undefined && deep < mostCauses; deep++, thrown = thrown.cause)
    lines.push(...logLines(`caused by ${thrown.name}: ${thrown.message}`));
  return lines;
};
