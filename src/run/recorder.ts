import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { EndedFact } from '../domain/fact.js';
import type { Outcome } from '../domain/outcome.js';
import type { RunEvent } from '../domain/run-event.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Usage } from '../domain/usage.js';
import { storeValue } from '../ledger/stored-value.js';
import { epochNow } from '../util/clock.js';
import { failureOf } from './failures.js';
import { Outbox, type OutboxOptions } from './outbox.js';
import type { Ended } from './pool.js';
import type { RecalledNode, Recording } from './recording.js';
import type { Records } from './records.js';
import type { Ending } from './report.js';
import type { RunTree } from './run-tree.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type EndWithTimes = Extract<Ended, { startedAt: number }>;

/** Writes down what happens in a run, in the words of facts. Where nothing is recorded it only hands events on. */
export class Recorder {
  readonly #tree: RunTree;
  readonly #records: Records;
  readonly #recording: Recording | undefined;
  readonly #outbox: Outbox;
  /** Of facts that are not written yet: the start of an attempt, and its end. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, Writable<EndedFact>>();
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

  recall({ node, value, lostAt, hasWritten }: RecalledNode): void {
    // Whatever its files hold now is not what it was given.
    if (hasWritten) this.#given.set(node, '');
    if (value) this.#hashes[node] = value.hash;
    if (lostAt !== undefined) this.#lostAt.set(node, lostAt);
  }

  started(node: number, at: number): void {
    if (!this.#recording) return;
    this.#starts.set(node, this.#add({ kind: 'started', node, attempt: this.#attempt(node), at }));
  }

  lost(node: number, why: string): void {
    if (!this.#recording) return;
    this.#lostAt.set(node, this.#lostAt.get(node) ?? this.#records.startedAt[node]);
    this.#add({ kind: 'lost', node, attempt: this.#attempt(node), at: epochNow(), why });
  }

  spent(node: number, usage: Usage): void {
    if (this.#recording) this.#add({ kind: 'spent', node, attempt: this.#attempt(node), at: epochNow(), usage });
  }

  /** The end of an attempt, as it counts: a value that cannot be written down is none. */
  ended(node: number, end: EndWithTimes): EndWithTimes {
    if (!this.#recording) return end;
    if (end.kind !== 'succeeded') {
      this.#end(node, end, { value: undefined, failure: end.failure });
      return end;
    }
    let value: StoredValue;
    try {
      value = storeValue(end.value);
    } catch (thrown) {
      const { startedAt, endedAt } = end;
      const failure = { ...failureOf(thrown, 'unrecordable-output'), retryable: false };
      const failed = { kind: 'failed', failure, startedAt, endedAt } as const;
      this.#end(node, failed, { value: undefined, failure });
      return failed;
    }
    this.#hashes[node] = value.hash;
    this.#end(node, end, { value, failure: undefined });
    return end;
  }

  #end(node: number, end: EndWithTimes, result: Pick<EndedFact, 'value' | 'failure'>): void {
    const { kind: outcome, startedAt, endedAt: at } = end;
    const start = this.#starts.get(node);
    // Its end says when it began.
    if (start !== undefined) this.#outbox.takeBack(start);
    const { fingerprint, wrote } = this.#origin(node, end);
    // Field by field: spreading costs more than all else that is done here.
    const fact: Writable<EndedFact> = {
      kind: 'ended',
      node,
      attempt: this.#attempt(node),
      at,
      startedAt,
      outcome,
      isFinal: false,
      value: result.value,
      failure: result.failure,
      fingerprint,
      wrote,
    };
    this.#ends.set(node, fact);
    this.#add(fact, true);
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

  /** At the end of a turn. Half of what may wait for the disk is gathered while the other half is written. */
  turnOver(limit: number): void {
    this.#outbox.sendFrom(Math.ceil(limit / 2));
  }

  /** Whether as many outcomes wait for the disk as may run at once: then nothing more may start. */
  isBehind(limit: number): boolean {
    return this.#outbox.outcomes >= limit;
  }

  /** How the run ended, as the last of its facts, with all of them durable. */
  async finished({ status, why, concurrency, startedAt, endedAt }: Ending): Promise<void> {
    if (this.#recording) this.#add({ kind: 'finished', at: endedAt, startedAt, status, why, concurrency });
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

  #attempt(node: number): number {
    return this.#records.attempts[node] + 1;
  }

  #add(fact: Parameters<Outbox['add']>[0], isOutcome = false): number {
    return this.#outbox.add(fact, isOutcome);
  }
}
