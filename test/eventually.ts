import { vi } from 'vitest';

/** Longer than any machine takes: only what never comes is waited for so long. */
const patienceMs = 240_000;

/** Resolves when the claim holds, which nobody tells of: it is looked at again and again. */
export const eventually = <T>(claim: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(claim, { timeout: patienceMs, interval: 5 });
