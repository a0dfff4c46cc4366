import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Leaf } from '../../domain/subplan.js';
import type { TaskContext } from '../../domain/task.js';
import { epochNow } from '../../util/clock.js';
import { isThenable } from '../../util/is-thenable.js';
import { AttemptEndedError } from '../attempt-context.js';
import { failureOf } from '../failures.js';
import { judge } from '../judge.js';
import { type Loaded, loadCode } from '../load-code.js';
import { type Performed, perform } from '../perform.js';
import { askedForTime, askedNothing, SlotTable } from '../slot-table.js';
import { current, ThreadAttempt } from './attempt.js';
import { captureOutput } from './capture.js';
import { encode } from './encode.js';
import { installGuards } from './guards.js';
import { NoteSender } from './notes.js';
import type { Encoded, ThreadFacts, ThreadJob, ThreadReply } from './protocol.js';

// A thread of the pool starts here, and this never throws: where the entry of a thread throws while it is imported,
// Piscina waits for ever. The task's own module is loaded within an attempt.
const facts = workerData as ThreadFacts;
const table = new SlotTable(facts.buffers, threadId);
const sender = new NoteSender(parentPort as NonNullable<typeof parentPort>);
const active = new Set<ThreadAttempt>();
installGuards((message) => sender.warn(message));
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
const load = async ({ job, context }: ThreadAttempt): Promise<Performed> => {
  loading ??= loadCode(facts.task, facts.rollUp);
  loaded = await loading;
  table.restart(job.slot, epochNow());
  return work(loaded, job, context);
};

const work = ({ code, failure }: Loaded, { leaf, branch }: ThreadJob, context: TaskContext) => {
  if (failure) return { failure };
  if (branch) return perform(code, { kind: 'branch', branch }, context);
  return perform(code, { kind: 'leaf', leaf: JSON.parse(leaf as string) as Leaf }, context);
};

const encoded = (performed: Performed): Performed => {
  if (performed.failure) return performed;
  try {
    return { value: encode(performed.value) };
  } catch (thrown) {
    return { failure: { ...failureOf(thrown, 'uncloneable-output'), retryable: false } };
  }
};

const withdrawn: ThreadReply = { kind: 'not-begun' };

/** Runs an attempt. Its failures and its value are made plain here, where one that cannot be harms nobody else. */
export default async (job: ThreadJob): Promise<ThreadReply> => {
  const { slot, key } = job;
  if (table.enter(slot, key, epochNow()) !== 'begun') return withdrawn;
  const attempt = new ThreadAttempt(job, facts, (one) => sender.add(one));
  attempt.hadCompany = active.size > 0;
  for (const other of active) other.hadCompany = true;
  active.add(attempt);
  const done = current.run(attempt, () => (loaded ? work(loaded, job, attempt.context) : load(attempt)));
  const performed = encoded(isThenable(done) || attempt.failure ? await attempt.outcome(done) : done);
  tellLastLine?.(attempt);
  active.delete(attempt);
  attempt.isOver = true;
  const [startedAt, endedAt] = [table.startedAt(slot) ?? 0, epochNow()];
  table.leave(slot, key, endedAt);
  sender.drop(attempt);
  const { sent, unsent: notes } = attempt;
  const rollsUp = loaded?.code?.rollUp !== undefined;
  const rest = sent + notes.length > 0 ? { sent, notes, rollsUp } : { rollsUp };
  const asked = table.asked(slot);
  if (asked === askedNothing && performed.failure === undefined) {
    return { kind: 'succeeded', value: performed.value as Encoded, ...rest };
  }
  // Whoever failed outside its promise may still wait for something.
  current.run(attempt, () => attempt.context.end(new AttemptEndedError('it has ended')));
  // Somebody on this thread held up everybody. Whoever was here alone was it; otherwise each is tried alone.
  if (asked === askedForTime && attempt.hadCompany && !table.wasHeard(slot)) return { kind: 'suspected', ...rest };
  const end = judge({ performed, asked, timeoutMs: facts.timeoutMs, startedAt, endedAt });
  if (end.kind === 'succeeded') return { kind: end.kind, value: end.value as Encoded, ...rest };
  return { kind: end.kind, failure: end.failure, ...rest };
};
