import type { ProcessMark } from '../domain/command.js';
import type { Verdict } from '../domain/fact.js';
import { sampleResult } from '../domain/sample.js';
import type { Leaf } from '../domain/subplan.js';
import type { AttemptEnd, Command, Input, OfTry } from '../schedule/protocol.js';
import { epochNow } from '../util/clock.js';
import type { Announcer, FailedAttempt } from './announcer.js';
import type { ContextFacts } from './attempt-context.js';
import { cancelled } from './failures.js';
import { lineageIn } from './family.js';
import { type Flight, Flights } from './flights.js';
import { merged } from './merged.js';
import type { Ended, Note, Pool, PoolListener } from './pool.js';
import type { Recorder } from './recorder.js';
import type { Records } from './records.js';
import { redactFailure } from './redact-failure.js';
import type { RunOptions, RunPools } from './run-options.js';
import type { RunTree } from './run-tree.js';
import { type Judged, Sampler } from './sampler.js';

export interface AttemptsOptions {
  readonly options: RunOptions;
  readonly tree: RunTree;
  readonly records: Records;
  readonly recorder: Recorder;
  readonly announcer: Announcer;
  /** An attempt has ended. */
  readonly onEnd: (flight: Flight, end: AttemptEnd) => void;
  readonly feed: (input: Input) => void;
  readonly onSpent: (flight: Flight, note: Extract<Note, { kind: 'spent' }>) => void;
}

type EndWithTimes = Extract<Ended, { startedAt: number }>;
type Start = Extract<Command, { type: 'start' }>;

/** The attempts of a run: has pools carry them, writes down what comes of them, and has samples judged. */
export class Attempts implements PoolListener {
  readonly #parts: AttemptsOptions;
  readonly #flights: Flights;
  readonly #sampler: Sampler | undefined;
  readonly #pools: RunPools;
  /** By leaf: where one of its samples is being chosen. */
  readonly #selecting = new Map<number, Flight>();
  /** The last attempt of a try that failed, until it is known whether it is tried again. */
  readonly #failed = new Map<string, FailedAttempt & { readonly end: EndWithTimes }>();

  constructor(parts: AttemptsOptions) {
    this.#parts = parts;
    const { options, tree } = parts;
    const { sampling, timeoutMs, graceMs, pools } = options;
    this.#flights = new Flights((node) => sampling !== undefined && !tree.isBranch(node));
    const tell = (flight: Flight, note: Note): void => this.#note(flight, note);
    this.#sampler = sampling && new Sampler({ ...sampling, timeoutMs, graceMs, tell });
    this.#pools = pools(this);
  }

  start(command: Start): void {
    const pool = this.#poolOf(command);
    if (!pool) return this.#merge(this.#flights.of(command));
    const flight = this.#flights.take(command);
    const { node, slot, attempt, alone } = flight;
    const { tree, records } = this.#parts;
    const { leaf } = tree.nodes[node];
    const subject = leaf
      ? ({ kind: 'leaf', leaf } as const)
      : ({ kind: 'branch', branch: records.forRollUp(node) } as const);
    const { family, place } = tree.kinship(node);
    const sample = flight.sample && records.samples?.context(node, flight.sample);
    pool.start({ slot, subject, family, place, attempt, sample, alone });
  }

  /** Asks one to end. */
  end(name: OfTry): void {
    const flight = this.#flights.find(name) ?? this.#selecting.get(name.node);
    if (!flight || this.#sampler?.end(flight)) return;
    this.#poolFor(flight)?.end(flight.slot);
  }

  /** Has one of the samples of a leaf chosen. */
  async select({ node, try: number }: OfTry): Promise<void> {
    const { records, tree, feed } = this.#parts;
    const flight = { slot: -1, node, try: number, attempt: 1, alone: false, sample: { try: number, round: 1 } };
    this.#selecting.set(node, flight);
    const candidates = records.samples?.candidates(node) ?? [];
    const leaf = tree.nodes[node].leaf as Leaf;
    const selected = await this.#sampler?.select(flight, leaf, candidates, this.#contextOf(flight));
    this.#selecting.delete(node);
    if (!selected) return;
    if (selected.failure) records.failures[node] = selected.failure;
    feed({ type: 'selected', node, how: selected.how, sample: selected.sample });
  }

  close(): Promise<void> {
    return this.#pools.close();
  }

  begun(slot: number, at: number): void {
    const { records, recorder, announcer } = this.#parts;
    const flight = this.#flights.at(slot);
    records.startedAt[flight.node] = at;
    if (flight.sample && records.samples) records.samples.at(flight.node, flight.sample).startedAt = at;
    recorder.started(flight, at);
    announcer.begun(flight, at);
  }

  note(slot: number, note: Note): void {
    this.#note(this.#flights.at(slot), note);
  }

  process(slot: number, mark: ProcessMark): void {
    this.#parts.recorder.process(this.#flights.at(slot), mark);
  }

  warn(message: string): void {
    this.#parts.announcer.say({ type: 'warning', message });
  }

  ended(slot: number, end: Ended): void {
    const flight = this.#flights.at(slot);
    if (!flight.sample || end.kind !== 'succeeded') return this.#leave(flight, end, undefined);
    const verdict = this.#sampler?.verdict();
    if (verdict) return this.#leave(flight, end, verdict);
    void this.#judge(flight, end);
  }

  /** What was decided of an attempt that ended: whether its try is made again is known only then. */
  concluded({ node, try: number }: OfTry, commands: readonly Command[]): void {
    if (this.#failed.size === 0) return;
    const name = nameOf({ node, try: number });
    const failed = this.#failed.get(name);
    if (!failed) return;
    const isRetried = commands.some((one) => one.type === 'wait' && one.node === node && one.try === number);
    if (isRetried) return;
    this.#failed.delete(name);
    if (failed.flight.sample) this.#sampled(failed.flight, failed.end, undefined);
  }

  /** A try is made again after a while. */
  waits({ node, try: number, attempt, ms }: Extract<Command, { type: 'wait' }>): void {
    const { records, announcer } = this.#parts;
    const name = nameOf({ node, try: number });
    const failed = this.#failed.get(name);
    this.#failed.delete(name);
    if (!failed?.flight.sample) records.attempts[node] = attempt;
    if (failed) announcer.failed(failed, ms);
  }

  /** The attempt keeps its slot until its value is judged. */
  async #judge(flight: Flight, end: Extract<Ended, { kind: 'succeeded' }>): Promise<void> {
    const leaf = this.#parts.tree.nodes[flight.node].leaf as Leaf;
    const judged = await this.#sampler?.judge(flight, leaf, end.value, this.#contextOf(flight));
    const { value: _, ...rest } = end;
    const [came, verdict] = endOf(judged as Judged, end, rest);
    this.#leave(flight, came, verdict);
  }

  #leave(flight: Flight, end: Ended, verdict: Verdict | undefined): void {
    this.#flights.release(flight);
    this.#land(flight, end, verdict);
  }

  #land(flight: Flight, raw: Ended, verdict: Verdict | undefined): void {
    const { records, recorder, announcer, onEnd, options } = this.#parts;
    const { node } = flight;
    const came = 'failure' in raw ? { ...raw, failure: redactFailure(raw.failure, options.redact) } : raw;
    if (came.kind === 'failed' && came.failure.code === 'rate-limited') {
      recorder.lost(flight, came.failure.message);
      announcer.lost(flight, came.failure.message);
      return onEnd(flight, { kind: 'rate-limited', waitMs: came.failure.waitMs });
    }
    const end = 'startedAt' in came ? recorder.ended(flight, came, verdict) : came;
    if ('startedAt' in end) {
      records.startedAt[node] = end.startedAt;
      records.endedAt[node] = end.endedAt;
    }
    switch (end.kind) {
      case 'succeeded':
        if (flight.sample) this.#sampled(flight, end, verdict);
        else records.values[node] = end.value;
        return onEnd(flight, verdict ? { kind: 'succeeded', accepted: verdict.accepted } : { kind: 'succeeded' });
      case 'failed':
      case 'timed-out':
      case 'cancelled':
        records.failures[node] = end.failure;
        this.#failed.set(nameOf(flight), { flight, failure: end.failure, end });
        if (end.kind === 'cancelled') return onEnd(flight, { kind: 'cancelled' });
        return onEnd(flight, { kind: end.kind, retryable: end.failure.retryable });
      case 'displaced':
      case 'suspected':
        recorder.lost(flight, end.why);
        announcer.lost(flight, end.why);
        return onEnd(flight, { kind: end.kind });
      case 'no-roll-up':
        return this.#merge(flight);
      case 'not-begun':
        return onEnd(flight, end);
    }
  }

  /** A round of a try has ended, for good. */
  #sampled(flight: Flight, end: EndWithTimes, verdict: Verdict | undefined): void {
    const { records, announcer } = this.#parts;
    const record = flight.sample && records.samples?.at(flight.node, flight.sample);
    if (!record) return;
    record.attempts = flight.attempt;
    record.startedAt = end.startedAt;
    record.endedAt = end.endedAt;
    record.result = sampleResult(end.kind, verdict?.accepted);
    if (end.kind === 'succeeded') {
      record.value = end.value;
      if (verdict?.feedback !== undefined) record.feedback = verdict.feedback;
    } else record.failure = end.failure;
    announcer.sampled(flight, end, verdict);
  }

  #note(flight: Flight, said: Note): void {
    const { records, recorder, announcer, onSpent, options } = this.#parts;
    const note =
      'message' in said && said.message !== undefined ? { ...said, message: options.redact(said.message) } : said;
    if (note.kind === 'spent') {
      records.spend(flight.node, note.usage);
      if (flight.sample) records.samples?.spend(flight.node, flight.sample, note.usage);
      recorder.spent(flight, note.usage);
    }
    announcer.note(flight, note);
    if (note.kind === 'spent') onSpent(flight, note);
  }

  /** The default rollup: ours, and so quick that it needs no pool. */
  #merge(flight: Flight): void {
    const { records, options } = this.#parts;
    records.startedAt[flight.node] = epochNow();
    this.#land(flight, merged(options.merge, records.forRollUp(flight.node).values), undefined);
  }

  #poolFor({ node, sample }: Flight): Pool | undefined {
    return this.#poolOf({ node, round: sample?.round ?? 1 });
  }

  #poolOf({ node, round }: Pick<Start, 'node' | 'round'>): Pool | undefined {
    if (this.#parts.tree.isBranch(node)) return this.#pools.rollUps();
    return round > 1 ? this.#pools.repairs() : this.#pools.leaves();
  }

  #contextOf({ node, attempt, sample: name }: Flight): ContextFacts {
    const { options, tree, records } = this.#parts;
    const { root, goal, runId } = options;
    const { family, place } = tree.kinship(node);
    const sample = name && records.samples?.context(node, name);
    return { root, goal, runId, attempt, sample, lineage: () => lineageIn(family, place) };
  }
}

const nameOf = ({ node, try: number }: OfTry): string => `${node}.${number}`;

/** What an attempt comes to whose value was looked at. */
const endOf = (
  judged: Judged,
  end: Extract<Ended, { kind: 'succeeded' }>,
  times: Omit<EndWithTimes, 'kind' | 'failure'>,
): [Ended, Verdict | undefined] => {
  if (judged.kind === 'judged') return [end, judged.verdict];
  if (judged.kind === 'cancelled') {
    return [{ ...times, kind: 'cancelled', failure: cancelled(undefined) }, undefined];
  }
  return [{ ...times, kind: judged.kind, failure: judged.failure }, undefined];
};
