import Libsql from 'libsql';
import type { EndedFact, Fact } from '../../src/domain/fact.js';
import { SubplanFailure } from '../../src/domain/failure.js';
import type { ListedSubplan, PlanRecord, RunHead } from '../../src/domain/ledger.js';
import type { Owner, Witness } from '../../src/domain/owner.js';
import type { Session } from '../../src/domain/session.js';
import { digest, storeValue } from '../../src/ledger/stored-value.js';

/** A world in which the test decides what time it is and who lives. */
export const makeWorld = () => {
  let now = noon;
  const seen = new Map<string, 'alive' | 'gone' | 'unknown'>();
  const witness: Witness = { now: () => now, sees: ({ token }) => seen.get(token) ?? 'alive' };
  return {
    witness,
    pass: (ms: number) => {
      now += ms;
    },
    sees: ({ token }: Owner, what: 'alive' | 'gone' | 'unknown') => {
      seen.set(token, what);
    },
  };
};

export const noon = Date.UTC(2026, 0, 2, 12);

let owners = 0;

/** Somebody; each call makes another. */
export const someone = (more: Partial<Owner> = {}): Owner => ({
  ...{ token: `token-${++owners}`, pid: 4242, processStart: '77', host: 'build-7 boot-1 pid:[1]', since: noon },
  ...more,
});

export const headOf = (id: string, more: Partial<RunHead> = {}): RunHead => ({
  ...{ id, root: '/project', version: '0.1.0', startedAt: noon, leaves: 3, branches: 1 },
  ...{ settings: '{"task":{"kind":"function"}}' },
  ...more,
});

const listed: readonly ListedSubplan[] = [
  ...['a', 'b', 'c'].map((label): ListedSubplan => {
    return { id: `id-${label}`, parent: 3, kind: 'leaf', label, depth: 1, tokens: 10, files: 2 };
  }),
  { id: 'id-root', parent: undefined, kind: 'branch', label: 'all', depth: 0, tokens: 30, files: 6 },
];

/** A plan of three leaves below one branch, told from others by its name. */
export const planNamed = (name: string, key?: string, madeAt = noon): PlanRecord => {
  const json = JSON.stringify({ name });
  return { json, hash: digest(json), key, madeAt, subplans: () => listed };
};

export const hex = (text: string): string => digest(text);

export const started = (node: number, attempt = 1): Fact => ({ kind: 'started', node, attempt, at: noon + 1 });

export const succeeded = (node: number, more: Partial<EndedFact> = {}): EndedFact => ({
  ...{ kind: 'ended', node, attempt: 1, at: noon + 20, startedAt: noon + 10, outcome: 'succeeded', isFinal: true },
  ...{ value: storeValue(`value of ${node}`), failure: undefined, fingerprint: undefined, wrote: false },
  ...more,
});

export const failed = (node: number, more: Partial<EndedFact> = {}): EndedFact => ({
  ...succeeded(node),
  ...{ outcome: 'failed', value: undefined },
  failure: { code: 'task-threw', message: 'it broke', nextStep: 'Mend it.', retryable: true },
  ...more,
});

export const spent = (node: number, usage: Readonly<Record<string, number>>): Fact => ({
  ...{ kind: 'spent', node, attempt: 1, at: noon + 15, usage },
});

export const session = (more: Partial<Session> = {}): Fact => ({
  ...{ kind: 'session', at: noon },
  session: {
    ...{ startedAt: noon, version: '0.1.0', host: 'build-7', pid: 4242, maxParallel: 2, kept: 0, toRun: 4 },
    ...{ changed: [], ...more },
  },
});

export const finished = (status: 'succeeded' | 'failed', at = noon + 30): Fact => ({
  ...{ kind: 'finished', at, startedAt: noon, status, why: undefined, concurrency: { limit: 2, peak: 2, mean: 1.5 } },
});

/** Longer than what stands in a fact's own row. */
export const large = (text: string) => storeValue(text.repeat(2_000));

/** The failure something is refused with. Any other error is thrown on: it would be a bug. */
export const refusal = (act: () => unknown): SubplanFailure => {
  try {
    act();
  } catch (error) {
    if (error instanceof SubplanFailure) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

export const refusalOf = async (promise: Promise<unknown>): Promise<SubplanFailure> => {
  const settled = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (settled instanceof SubplanFailure) return settled;
  throw settled ?? new Error('it was not refused');
};

/** Another program's look at a file, or its hand in it. */
export const withDatabase = <T>(file: string, act: (database: Libsql.Database) => T): T => {
  const database = new Libsql(file);
  try {
    return act(database);
  } finally {
    database.close();
  }
};
