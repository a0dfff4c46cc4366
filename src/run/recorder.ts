import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { ProcessMark } from '../domain/command.js';
import type { ChosenFact, EndedFact, Verdict } from '../domain/fact.js';
import type { Outcome } from '../domain/outcome.js';
import type { RunEvent } from '../domain/run-event.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Usage } from '../domain/usage.js';
import { storeValue } from '../ledger/stored-value.js';
import { epochNow } from '../util/clock.js';
import { failureOf } from './failures.js';
import type { Flight } from './flights.js';
import { Outbox, type OutboxOptions } from './outbox.js';
import type { Ended } from './pool.js';
import type { RecalledNode, Recording } from './recording.js';
import type { Records } from './records.js';
import type { Ending } from './report.js';
import type { RunTree } from './run-tree.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type EndWithTimes = Extract<Ended, { startedAt: number }>;
/** A sample's value, for when it becomes that of its leaf. */
type Kept = Pick<ChosenFact, 'value' | 'fingerprint' | 'wrote' | 'startedAt' | 'endedAt'>;

/** Writes down what happens in a run, in the words of facts. Where nothing is recorded it only hands events on. */
export class Recorder {
  readonly #tree: RunTree;
  readonly #records: Records;
  readonly #recording: Recording | undefined;
  readonly #outbox: Outbox;
  /** Of facts that are not written yet: the start of an attempt, and its end. */
  readonly #starts = new Map<Flight, number[]>();
  readonly #ends = new Map<number, Writable<EndedFact>>();
  /** By leaf, try and round. */
  readonly #samples = new Map<string, Kept>();
  /** By node: the hash of its value. */
  readonly #hashes: string[] = [];
  /** By node: what its files held when its first attempt began. */
  readonly #given = new Map<number, string>();
  /** By node: when an attempt began that was lost. */
  readonly #lostAt = new Map<number, number>();

  constructor(
    { tree, records, recording }: { tree: RunTree; records: Records; recording: Recording | undefined },
    { log, onFailure, onDurable }: Pick<OutboxOptions, 'log' | 'onFailure' | 'onDurable'>,
  ) {
    this.#tree = tree;
    this.#records = records;
    this.#recording = recording;
    const append: OutboxOptions['append'] = recording && ((facts) => recording.append(facts));
    const onSend = (): void => {
      this.#starts.clear();
      this.#ends.clear();
    };
    this.#outbox = new Outbox({ log, append, onFailure, onSend, onDurable });
  }

  announce(event: RunEvent): void {
    this.#outbox.announce(event);
  }

  recall({ node, value, lostAt, hasWritten, samples = [] }: RecalledNode): void {
    // Whatever its files hold now is not what it was given.
    if (hasWritten) this.#given.set(node, '');
    if (value) this.#hashes[node] = value.hash;
    if (lostAt !== undefined) this.#lostAt.set(node, lostAt);
    for (const one of samples) {
      const { value: kept, startedAt, endedAt } = one;
      const origin = { fingerprint: undefined, wrote: hasWritten === true };
      if (kept) this.#samples.set(keyOf(node, one), { value: kept, startedAt, endedAt, ...origin });
    }
  }

  started(flight: Flight, at: number): void {
    if (!this.#recording) return;
    this.#starts.set(flight, [this.#add({ kind: 'started', ...nameOf(flight), at })]);
  }

  process(flight: Flight, mark: ProcessMark): void {
    if (!this.#recording) return;
    const place = this.#add({ kind: 'process', ...nameOf(flight), at: epochNow(), mark });
    this.#starts.get(flight)?.push(place);
  }

  lost(flight: Flight, why: string): void {
    if (!this.#recording) return;
    const { node } = flight;
    this.#lostAt.set(node, this.#lostAt.get(node) ?? this.#records.startedAt[node]);
    this.#add({ kind: 'lost', ...nameOf(flight), at: epochNow(), why });
  }

  spent(flight: Flight, usage: Usage): void {
    if (this.#recording) this.#add({ kind: 'spent', ...nameOf(flight), at: epochNow(), usage });
  }

  slowedDown(fact: { readonly until: number; readonly cap: number; readonly isNew: boolean }): void {
    if (this.#recording) this.#add({ kind: 'slowed-down', at: epochNow(), ...fact });
  }

  /** The end of an attempt, as it counts: a value that cannot be written down is none. */
  ended(flight: Flight, end: EndWithTimes, verdict: Verdict | undefined): EndWithTimes {
    if (!this.#recording) return end;
    const { node } = flight;
    if (end.kind !== 'succeeded') {
      this.#end(flight, end, { value: undefined, failure: end.failure });
      return end;
    }
    let value: StoredValue;
    try {
      value = storeValue(end.value);
    } catch (thrown) {
      const { startedAt, endedAt } = end;
      const failure = { ...failureOf(thrown, 'unrecordable-output'), retryable: false };
      const failed = { kind: 'failed', failure, startedAt, endedAt } as const;
      this.#end(flight, failed, { value: undefined, failure });
      return failed;
    }
    if (!flight.sample) this.#hashes[node] = value.hash;
    this.#end(flight, end, { value, failure: undefined, ...(verdict ? { verdict } : {}) });
    return end;
  }

  #end(flight: Flight, end: EndWithTimes, result: Pick<EndedFact, 'value' | 'failure' | 'verdict'>): void {
    const { node, attempt, sample } = flight;
    const { kind: outcome, startedAt, endedAt: at } = end;
    // Its end says when it began.
    for (const start of this.#starts.get(flight) ?? []) this.#outbox.takeBack(start);
    const { fingerprint, wrote } = this.#origin(node, end);
    // Field by field: spreading costs more than all else that is done here.
    const fact: Writable<EndedFact> = {
      kind: 'ended',
      node,
      attempt,
      at,
      startedAt,
      outcome,
      isFinal: false,
      value: result.value,
      failure: result.failure,
      fingerprint,
      wrote,
    };
    if (sample) this.#sampled(flight, fact, { ...result, end });
    else this.#ends.set(node, fact);
    this.#add(fact, true);
  }

  /** The fingerprint of a sample has its index in it: samples of one leaf are not the same. */
  #sampled(
    { node, sample }: Flight,
    fact: Writable<EndedFact>,
    { value, verdict, end }: Pick<EndedFact, 'value' | 'verdict'> & { readonly end: EndWithTimes },
  ): void {
    if (!sample) return;
    fact.sample = sample;
    if (verdict) fact.verdict = verdict;
    if (!value) return;
    const { fingerprint, wrote, startedAt, at: endedAt } = fact;
    this.#samples.set(keyOf(node, sample), { value, fingerprint, wrote, startedAt, endedAt });
    fact.fingerprint = fingerprint && end.files && this.#recording?.leafFingerprint(node, end.files.before, sample);
  }

  /** What the value of an attempt was made from, and whether its files were changed meanwhile. */
  #origin(node: number, { kind, files }: EndWithTimes): Pick<EndedFact, 'fingerprint' | 'wrote'> {
    if (this.#tree.isBranch(node)) {
      const children = this.#tree.children(node).map((child) => ({
        outcome: this.#records.outcomes[child] as Outcome,
        hash: this.#hashes[child],
      }));
      const fingerprint = kind === 'succeeded' ? this.#recording?.branchFingerprint(node, children) : undefined;
      return { fingerprint, wrote: false };
    }
    if (files === undefined) return { fingerprint: undefined, wrote: false };
    const given = this.#given.get(node) ?? files.before;
    this.#given.set(node, given);
    // Also what an earlier attempt wrote is not what the leaf was given.
    const wrote = files.hasChanged || given !== files.before;
    if (kind !== 'succeeded') return { fingerprint: undefined, wrote };
    const lostAt = this.#lostAt.get(node);
    const isSure = lostAt === undefined || this.#recording?.isUntouchedSince(node, lostAt);
    return { fingerprint: isSure ? this.#recording?.leafFingerprint(node, files.before) : undefined, wrote };
  }

  /** A node has settled; `recalled` where that was known before the run began. */
  settled(node: number, recalled: RecalledNode | undefined): void {
    if (!this.#recording || recalled?.origin === 'recorded') return;
    if (recalled) {
      const { value, fingerprint, from } = recalled as Required<RecalledNode>;
      this.#add({ kind: 'reused', node, at: epochNow(), value: value as StoredValue, fingerprint, from }, true);
      return;
    }
    if (this.#chose(node)) return;
    const end = this.#ends.get(node);
    const outcome = this.#records.outcomes[node] as Outcome;
    if (end?.outcome === outcome) end.isFinal = true;
    else if (outcome !== 'succeeded') {
      const failure: AttemptFailure | undefined = this.#records.failures[node];
      this.#add(
        { kind: 'settled', node, attempt: this.#records.attempts[node], at: epochNow(), outcome, failure },
        true,
      );
    }
  }

  /** Where one of its samples became its value. */
  #chose(node: number): boolean {
    const chosen = this.#records.samples?.chosen(node);
    const kept = chosen && this.#samples.get(keyOf(node, chosen));
    if (!kept || !chosen) return false;
    const { by, ...sample } = chosen;
    this.#hashes[node] = kept.value.hash;
    const attempt = this.#records.attempts[node];
    this.#add({ kind: 'chosen', node, attempt, at: epochNow(), sample, by, ...kept }, true);
    return true;
  }

  /** At the end of a turn. Half of what may wait for the disk is gathered while the other half is written. */
  turnOver(limit: number): void {
    this.#outbox.sendFrom(Math.ceil(limit / 2));
  }

  /** Whether as many outcomes wait for the disk as may run at once: then nothing more may start. */
  isBehind(limit: number): boolean {
    return this.#outbox.outcomes >= limit;
  }

  /** How the run ended, as the last of its facts, with all of them durable. */
  async finished({ status, why, by, concurrency, startedAt, endedAt }: Ending): Promise<void> {
    const early = by === undefined ? { why } : { why, by };
    if (this.#recording) this.#add({ kind: 'finished', at: endedAt, startedAt, status, ...early, concurrency });
    await this.#outbox.drained();
  }

  /** Everything is recorded by now, so a ledger that cannot be closed costs nobody a report: it returns why. */
  close(): unknown {
    try {
      this.#recording?.close();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #add(fact: Parameters<Outbox['add']>[0], isOutcome = false): number {
    return this.#outbox.add(fact, isOutcome);
  }
}

const keyOf = (node: number, { try: number, round }: { readonly try: number; readonly round: number }): string =>
  `${node}.${number}.${round}`;

/** Without a field for the sample where there is none: most attempts have none, and are many. */
const nameOf = ({ node, attempt, sample }: Flight) => (sample ? { node, attempt, sample } : { node, attempt });
