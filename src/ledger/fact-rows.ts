import type { Fact } from '../domain/fact.js';
import type { Outcome, RunStatus } from '../domain/outcome.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Cell } from './database.js';
import { stored } from './stored-value.js';

/** Longer values are kept apart, once for all facts that have the same. */
const mostInline = 1024;

/** The columns of a fact, from `kind` on. */
export type FactRow = readonly [
  kind: Fact['kind'],
  node: number | null,
  attempt: number | null,
  at: number,
  startedAt: number | null,
  outcome: string | null,
  final: 1 | null,
  value: string | Uint8Array | null,
  large: string | null,
  failure: string | null,
  detail: string | null,
  fingerprint: string | null,
  wrote: 1 | null,
];

export const factColumns = [
  ...['kind', 'node', 'attempt', 'at', 'started_at', 'outcome', 'final'],
  ...['value', 'large', 'failure', 'detail', 'fingerprint', 'wrote'],
];

/** Of one that does not stand in the row itself. */
export const largeValue = (fact: Fact): StoredValue | undefined => {
  if (fact.kind !== 'ended' && fact.kind !== 'reused') return undefined;
  return fact.value?.data && fact.value.data.length > mostInline ? fact.value : undefined;
};

export const rowOf = (fact: Fact): FactRow => {
  const { kind } = fact;
  const at = microseconds(fact.at);
  switch (kind) {
    case 'started':
      return [kind, fact.node, fact.attempt, at, null, null, null, null, null, null, null, null, null];
    case 'ended': {
      const { node, attempt, outcome, value, failure, fingerprint } = fact;
      const startedAt = microseconds(fact.startedAt);
      const [inline, large] = placed(fact);
      const said = failure ? JSON.stringify(failure) : null;
      const [final, hasValue, wrote] = [fact.isFinal ? 1 : null, value ? '' : null, fact.wrote ? 1 : null] as const;
      const print = fingerprint ?? null;
      return [kind, node, attempt, at, startedAt, outcome, final, inline, large, said, hasValue, print, wrote];
    }
    case 'reused': {
      const [inline, large] = placed(fact);
      const { node, fingerprint } = fact;
      const from = JSON.stringify(fact.from);
      return [kind, node, 0, at, null, 'succeeded', 1, inline, large, null, from, fingerprint, null];
    }
    case 'settled': {
      const said = fact.failure ? JSON.stringify(fact.failure) : null;
      return [kind, fact.node, fact.attempt, at, null, fact.outcome, 1, null, null, said, null, null, null];
    }
    case 'lost': {
      const why = JSON.stringify(fact.why);
      return [kind, fact.node, fact.attempt, at, null, null, null, null, null, null, why, null, null];
    }
    case 'spent': {
      const usage = JSON.stringify(fact.usage);
      return [kind, fact.node, fact.attempt, at, null, null, null, null, null, null, usage, null, null];
    }
    case 'session': {
      const detail = JSON.stringify(fact.session);
      return [kind, null, null, at, null, null, null, null, null, null, detail, null, null];
    }
    case 'finished': {
      const { status, why, concurrency } = fact;
      const detail = JSON.stringify({ ...(why === undefined ? {} : { why }), concurrency });
      return [kind, null, null, at, microseconds(fact.startedAt), status, null, null, null, null, detail, null, null];
    }
  }
};

/** Times are written in whole microseconds: a fraction may change on its way through text. */
export const microseconds = (ms: number): number => Math.round(ms * 1000);
export const milliseconds = (us: number): number => us / 1000;

const placed = (fact: Extract<Fact, { kind: 'ended' | 'reused' }>): [string | Uint8Array | null, string | null] => {
  const large = largeValue(fact);
  return large ? [null, large.hash] : [fact.value?.data ?? null, null];
};

/** The fact of a row; `find` looks up what stands apart. Throws where the row is none that was ever written. */
export const factOf = (row: FactRow, find: (hash: string) => StoredValue): Fact => {
  const [kind, node, attempt, time, began, outcome, final, inline, large, failure, detail, fingerprint, wrote] = row;
  const [at, startedAt] = [milliseconds(time), milliseconds(began as number)];
  const about = { node: node as number, attempt: attempt as number, at };
  const failed = failure === null ? undefined : JSON.parse(failure);
  const value = (): StoredValue => (large === null ? stored(inline) : find(large));
  const said = (): string => JSON.parse(detail as string);
  switch (kind) {
    case 'started':
      return { kind, ...about };
    case 'ended':
      return {
        ...{ kind, ...about, startedAt, outcome: outcome as 'failed', isFinal: final === 1 },
        ...{ value: detail === null ? undefined : value(), failure: failed },
        ...{ fingerprint: fingerprint ?? undefined, wrote: wrote === 1 },
      };
    case 'reused':
      return { kind, node: about.node, at, value: value(), fingerprint: fingerprint as string, from: said() };
    case 'settled':
      return { kind, ...about, outcome: outcome as Exclude<Outcome, 'succeeded'>, failure: failed };
    case 'lost':
      return { kind, ...about, why: said() };
    case 'spent':
      return { kind, ...about, usage: JSON.parse(detail as string) };
    case 'session':
      return { kind, at, session: JSON.parse(detail as string) };
    case 'finished': {
      const { why, concurrency } = JSON.parse(detail as string);
      return { kind, at, startedAt, status: outcome as RunStatus, why, concurrency };
    }
    default:
      throw new Error(`a fact of the unknown kind ${JSON.stringify(kind)}`);
  }
};

/** Fingerprints are written as bytes, which take half the room. */
export const cellsOf = (row: FactRow): Cell[] => {
  const cells: Cell[] = [...row];
  const fingerprint = row[11];
  if (fingerprint !== null) cells[11] = Buffer.from(fingerprint, 'hex');
  return cells;
};
