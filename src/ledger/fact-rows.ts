import type { Fact, Verdict } from '../domain/fact.js';
import type { Outcome, RunStatus } from '../domain/outcome.js';
import type { Sample } from '../domain/sample.js';
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
  sample: string | null,
];

export const factColumns = [
  ...['kind', 'node', 'attempt', 'at', 'started_at', 'outcome', 'final'],
  ...['value', 'large', 'failure', 'detail', 'fingerprint', 'wrote', 'sample'],
];

/** Of one that does not stand in the row itself. */
export const largeValue = (fact: Fact): StoredValue | undefined => {
  if (fact.kind !== 'ended' && fact.kind !== 'reused' && fact.kind !== 'chosen') return undefined;
  return fact.value?.data && fact.value.data.length > mostInline ? fact.value : undefined;
};

export const rowOf = (fact: Fact): FactRow => {
  const { kind } = fact;
  const at = microseconds(fact.at);
  switch (kind) {
    case 'started':
      return [kind, fact.node, fact.attempt, at, ...nothing(7), null, null, sampleText(fact)];
    case 'ended': {
      const { node, attempt, outcome, failure, fingerprint } = fact;
      const startedAt = microseconds(fact.startedAt);
      const [inline, large] = placed(fact);
      const said = failure ? JSON.stringify(failure) : null;
      const [final, wrote] = [fact.isFinal ? 1 : null, fact.wrote ? 1 : null] as const;
      const [print, detail, sample] = [fingerprint ?? null, valueDetail(fact), sampleText(fact)];
      return [kind, node, attempt, at, startedAt, outcome, final, inline, large, said, detail, print, wrote, sample];
    }
    case 'chosen': {
      const { node, attempt, fingerprint = null, by } = fact;
      const startedAt = microseconds(fact.startedAt);
      const [inline, large] = placed(fact);
      const detail = JSON.stringify({ by, endedAt: microseconds(fact.endedAt) });
      const [wrote, sample] = [fact.wrote ? 1 : null, sampleText(fact)] as const;
      return [
        kind,
        node,
        attempt,
        at,
        startedAt,
        'succeeded',
        1,
        inline,
        large,
        null,
        detail,
        fingerprint,
        wrote,
        sample,
      ];
    }
    case 'reused': {
      const [inline, large] = placed(fact);
      const { node, fingerprint } = fact;
      const from = JSON.stringify(fact.from);
      return [kind, node, 0, at, null, 'succeeded', 1, inline, large, null, from, fingerprint, null, null];
    }
    case 'settled': {
      const said = fact.failure ? JSON.stringify(fact.failure) : null;
      return [kind, fact.node, fact.attempt, at, null, fact.outcome, 1, null, null, said, null, null, null, null];
    }
    case 'lost':
      return detailed(fact, fact.why);
    case 'spent':
      return detailed(fact, fact.usage);
    case 'process':
      return detailed(fact, fact.mark);
    case 'slowed-down': {
      const { until, cap, isNew } = fact;
      const detail = JSON.stringify({ until: microseconds(until), cap, isNew });
      return [kind, null, null, at, ...nothing(6), detail, null, null, null];
    }
    case 'session':
      return [kind, null, null, at, ...nothing(6), JSON.stringify(fact.session), null, null, null];
    case 'finished': {
      const { status, why, by, concurrency } = fact;
      const early = { ...(why === undefined ? {} : { why }), ...(by === undefined ? {} : { by }) };
      const detail = JSON.stringify({ ...early, concurrency });
      const startedAt = microseconds(fact.startedAt);
      return [kind, null, null, at, startedAt, status, null, null, null, null, detail, null, null, null];
    }
  }
};

type OfAttempt = Extract<Fact, { kind: 'lost' | 'spent' | 'process' }>;

const detailed = (fact: OfAttempt, detail: unknown): FactRow => {
  const { kind, node, attempt, at } = fact;
  const text = JSON.stringify(detail);
  return [kind, node, attempt, microseconds(at), ...nothing(6), text, null, null, sampleText(fact)];
};

type Nothing<N extends 6 | 7> = N extends 6
  ? readonly [null, null, null, null, null, null]
  : readonly [null, null, null, null, null, null, null];

const six = [null, null, null, null, null, null] as const;
const nothing = <N extends 6 | 7>(count: N): Nothing<N> =>
  (count === 6 ? six : [...six, null]) as unknown as Nothing<N>;

/** The try and the round: `2.1`. */
const sampleText = ({ sample }: { readonly sample?: Sample }): string | null =>
  sample ? `${sample.try}.${sample.round}` : null;

const sampleOf = (text: string | null): { readonly sample?: Sample } => {
  if (text === null) return {};
  const [number, round] = text.split('.').map(Number);
  return { sample: { try: number, round } };
};

/** Empty where there is a value and nothing was said of it. */
const valueDetail = ({ value, verdict }: Extract<Fact, { kind: 'ended' }>): string | null => {
  if (!value) return null;
  return verdict ? JSON.stringify(verdict) : '';
};

const verdictOf = (detail: string | null): { readonly verdict?: Verdict } =>
  detail ? { verdict: JSON.parse(detail) } : {};

/** Times are written in whole microseconds: a fraction may change on its way through text. */
export const microseconds = (ms: number): number => Math.round(ms * 1000);
export const milliseconds = (us: number): number => us / 1000;

const placed = (
  fact: Extract<Fact, { kind: 'ended' | 'reused' | 'chosen' }>,
): [string | Uint8Array | null, string | null] => {
  const large = largeValue(fact);
  return large ? [null, large.hash] : [fact.value?.data ?? null, null];
};

/** The fact of a row; `find` looks up what stands apart. Throws where the row is none that was ever written. */
export const factOf = (row: FactRow, find: (hash: string) => StoredValue): Fact => {
  const [kind, node, attempt, time, began, outcome, final, inline, large, failure, detail, fingerprint, wrote, sample] =
    row;
  const [at, startedAt] = [milliseconds(time), milliseconds(began as number)];
  const about = { node: node as number, attempt: attempt as number, at, ...sampleOf(sample) };
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
        ...{ fingerprint: fingerprint ?? undefined, wrote: wrote === 1, ...verdictOf(detail) },
      };
    case 'chosen': {
      const { by, endedAt } = JSON.parse(detail as string);
      return {
        ...{ kind, ...about, sample: about.sample as Sample, startedAt, endedAt: milliseconds(endedAt), by },
        ...{ value: value(), fingerprint: fingerprint ?? undefined, wrote: wrote === 1 },
      };
    }
    case 'reused':
      return { kind, node: about.node, at, value: value(), fingerprint: fingerprint as string, from: said() };
    case 'settled':
      return { kind, ...about, outcome: outcome as Exclude<Outcome, 'succeeded'>, failure: failed };
    case 'lost':
      return { kind, ...about, why: said() };
    case 'spent':
      return { kind, ...about, usage: JSON.parse(detail as string) };
    case 'process':
      return { kind, ...about, mark: JSON.parse(detail as string) };
    case 'slowed-down': {
      const { until, cap, isNew } = JSON.parse(detail as string);
      return { kind, at, until: milliseconds(until), cap, isNew };
    }
    case 'session':
      return { kind, at, session: JSON.parse(detail as string) };
    case 'finished': {
      const { why, by, concurrency } = JSON.parse(detail as string);
      const early = by === undefined ? { why } : { why, by };
      return { kind, at, startedAt, status: outcome as RunStatus, ...early, concurrency };
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
