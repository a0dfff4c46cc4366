import type { AttemptFailure, TryFailure } from '../domain/attempt-failure.js';
import { allTriesFailed, notAccepted } from './failures.js';
import type { SampleRecord } from './samples.js';

/** Why a leaf did not succeed of which no sample was accepted or chosen. */
export const noneAccepted = (samples: readonly SampleRecord[]): AttemptFailure => {
  const values = samples.filter(({ result }) => result === 'rejected');
  const tries = new Set(samples.map((one) => one.try)).size;
  return notAccepted({
    ...{ tries, rounds: samples.length, feedback: values.at(-1)?.feedback, causes: causesOf(samples) },
  });
};

/** Why a leaf failed: what its one try says, or all of them. */
export const triesFailed = (samples: readonly SampleRecord[], last: AttemptFailure | undefined): AttemptFailure => {
  const causes = causesOf(samples);
  const hasOne = new Set(samples.map((one) => one.try)).size <= 1;
  return hasOne && last ? last : allTriesFailed(causes);
};

const causesOf = (samples: readonly SampleRecord[]): TryFailure[] =>
  samples.flatMap(({ try: number, round, failure, result }) =>
    failure && (result === 'failed' || result === 'timed-out') ? [{ try: number, round, failure }] : [],
  );
