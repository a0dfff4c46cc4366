import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Leaf } from '../../domain/subplan.js';
import { epochNow } from '../../util/clock.js';
import { isThenable } from '../../util/is-thenable.js';
import { AttemptEndedError } from '../attempt-context.js';
import { failureOf } from '../failures.js';
import { judge } from '../judge.js';
import { type Loaded, loadCode } from '../load-code.js';
import { lookAt } from '../look.js';
import { type Performed, perform } from '../perform.js';
import { askedForTime, askedNothing, SlotTable } from '../slot-table.js';
import { current, ThreadAttempt } from './attempt.js';
import { captureOutput } from './capture.js';
import { encode } from './encode.js';
import { installGuards } from './guards.js';
import { Messenger } from './messenger.js';
import { NoteLimit } from './note-limit.js';
import type { BatchReply, Encoded, ThreadBatch, ThreadEnd, ThreadFacts, ThreadJob } from './protocol.js';

// A thread of the pool starts here, and this never throws: where the entry of a thread throws while it is imported,
// Piscina waits for ever. The task's own module is loaded within an attempt.
const facts = workerData as ThreadFacts;
/** What a batch has ended after this long does not wait for the rest of it. */
const quickMs = 1;
const table = new SlotTable(facts.buffers, threadId);
const messenger = new Messenger(parentPort as NonNullable<typeof parentPort>);
const limit = new NoteLimit(epochNow());
const active = new Set<ThreadAttempt>();
installGuards((message) => messenger.warn(message));
const tellLastLine = facts.captureOutput ? captureOutput() : undefined;

let loading: Promise<Loaded> | undefined;
let loaded: Loaded | undefined;

/** Waits for calls, and hands on what is asked of the attempts here. */
const listen = async (): Promise<never> => {
  const place = table.register();
  for (let call = 0; ; ) {
    call = await table.waitForCall(call);
    for (const attempt of active) {
      const { slot } = attempt.job;
      const asked = table.asked(slot);
      if (asked === askedNothing) continue;
      table.hear(slot, epochNow());
      const why = asked === askedForTime ? 'its time is over' : 'the run was cancelled';
      // In the attempt's own name, so that a listener of its signal that throws is its own failure.
      current.run(attempt, () => attempt.context.end(new AttemptEndedError(why)));
    }
    table.answer(place, call);
  }
};
void listen();

/** Loads the modules with the first attempt, whose time begins anew then. */
const load = async (attempt: ThreadAttempt): Promise<Performed> => {
  const { job } = attempt;
  table.load(job.slot);
  loading ??= loadCode(facts.task, facts.rollUp);
  loaded = await loading;
  table.restart(job.slot, epochNow());
  return work(loaded, attempt);
};

const work = ({ code, leafFailure, rollUpFailure }: Loaded, attempt: ThreadAttempt) => {
  const { leaf: text, branch } = attempt.job;
  const failure = branch ? rollUpFailure : leafFailure;
  if (failure) return { failure };
  if (branch && !code.rollUp) {
    attempt.lacksRollUp = true;
    return { value: undefined };
  }
  if (branch) return perform(code, { kind: 'branch', branch }, attempt.context);
  const leaf = JSON.parse(text as string) as Leaf;
  if (facts.seesFiles) attempt.look = lookAt(facts.root, leaf, code.task);
  return perform(code, { kind: 'leaf', leaf }, attempt.context);
};

const encoded = (performed: Performed): Performed => {
  if (performed.failure) return performed;
  try {
    return { value: encode(performed.value) };
  } catch (thrown) {
    return { failure: { ...failureOf(thrown, 'uncloneable-output'), retryable: false } };
  }
};

/** Begins an attempt; undefined where it was withdrawn. */
const begin = (job: ThreadJob): ThreadAttempt | undefined => {
  if (table.enter(job.slot, job.key, epochNow()) !== 'begun') return undefined;
  const attempt = new ThreadAttempt(job, facts, { limit, onNote: (one) => messenger.addNotes(one) });
  attempt.hadCompany = active.size > 0;
  for (const other of active) other.hadCompany = true;
  active.add(attempt);
  return attempt;
};

/** Its failures and its value are made plain here, where one that cannot be harms nobody else. */
const conclude = (attempt: ThreadAttempt, done: Performed): ThreadEnd => {
  const { slot, key } = attempt.job;
  const performed = encoded(done);
  tellLastLine?.(attempt);
  active.delete(attempt);
  attempt.isOver = true;
  const [startedAt, endedAt] = [table.startedAt(slot) ?? 0, epochNow()];
  table.leave(slot, key, endedAt);
  messenger.drop(attempt);
  const { sent, unsent: notes } = attempt;
  const rollsUp = loaded?.code.rollUp !== undefined;
  const files = attempt.look?.();
  const told = sent + notes.length > 0 ? { slot, key, sent, notes, rollsUp } : { slot, key, rollsUp };
  const common = files ? { ...told, files } : told;
  if (attempt.lacksRollUp) return { kind: 'no-roll-up', ...common };
  const asked = table.asked(slot);
  if (asked === askedNothing && performed.failure === undefined) {
    return { kind: 'succeeded', value: performed.value as Encoded, ...common };
  }
  // Whoever failed outside its promise may still wait for something.
  current.run(attempt, () => attempt.context.end(new AttemptEndedError('it has ended')));
  // Somebody on this thread held up everybody. Whoever was here alone was it; otherwise each is tried alone.
  if (asked === askedForTime && attempt.hadCompany && !table.wasHeard(slot)) return { kind: 'suspected', ...common };
  const end = judge({ performed, asked, timeoutMs: facts.timeoutMs, startedAt, endedAt });
  if (end.kind === 'succeeded') return { kind: end.kind, value: end.value as Encoded, ...common };
  return { kind: end.kind, failure: end.failure, ...common };
};

/** Carries out one attempt. */
const carryOut = (job: ThreadJob): ThreadEnd | Promise<ThreadEnd> => {
  const attempt = begin(job);
  if (!attempt) return { slot: job.slot, key: job.key, kind: 'not-begun' };
  const done = current.run(attempt, () => (loaded ? work(loaded, attempt) : load(attempt)));
  if (!isThenable(done) && !attempt.failure) return conclude(attempt, done);
  return attempt.outcome(done).then((performed) => conclude(attempt, performed));
};

/**
 * Carries out a batch. Ends that need not wait for others of it are told ahead, and all of them have left when the reply
 * does: if this thread was ended after that, nobody would ask for those of a batch that has its reply.
 */
export default async ({ jobs }: ThreadBatch): Promise<BatchReply> => {
  const startedAt = epochNow();
  const slow: Promise<ThreadEnd>[] = [];
  let ends: ThreadEnd[] = [];
  for (const job of jobs) {
    const end = carryOut(job);
    if (isThenable(end)) slow.push(end as Promise<ThreadEnd>);
    else ends.push(end);
    if (epochNow() - startedAt > quickMs) {
      messenger.addEnds(ends);
      ends = [];
    }
  }
  if (slow.length > 0) {
    messenger.addEnds(ends);
    ends = await lastOf(slow);
  }
  messenger.sendEnds();
  return { ends };
};

/** Tells all ends but the last, which goes with the reply. */
const lastOf = async (slow: readonly Promise<ThreadEnd>[]): Promise<ThreadEnd[]> => {
  let open = slow.length;
  const ended = await Promise.all(
    slow.map(async (promise) => {
      const end = await promise;
      open--;
      if (open === 0) return [end];
      messenger.addEnds([end]);
      return [];
    }),
  );
  return ended.flat();
};
