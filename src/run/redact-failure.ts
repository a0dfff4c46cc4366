import type { AttemptFailure } from '../domain/attempt-failure.js';

/** A failure without secrets: whatever a task threw, in whichever of its fields. */
export const redactFailure = (failure: AttemptFailure, redact: (text: string) => string): AttemptFailure =>
  inAll(failure, redact) as AttemptFailure;

const inAll = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => inAll(one, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inAll(one, redact)]));
};
