import {
  type AttemptFailure,
  type AttemptFailureCode,
  nextStep,
  type ThrownValue,
  type TryFailure,
} from '../domain/attempt-failure.js';
import { type Message, option, say, setting, without } from '../domain/message.js';
import { saysRetryable, thrownValue } from './thrown-value.js';

/** The one place where what a task threw becomes a failure. */
export const failureOf = (thrown: unknown, code: ThrowingCode = 'task-threw'): AttemptFailure => {
  const cause = thrownValue(thrown);
  const limited = code === 'task-threw' ? rateLimited(thrown, cause) : undefined;
  if (limited) return limited;
  return {
    code,
    message: `${opening[code]}${said(cause)}`,
    ...nextStep(nextSteps[code]),
    retryable: code !== 'task-not-loaded' && saysRetryable(thrown),
    cause,
    ...(cause.stack === undefined ? {} : { stack: cause.stack }),
  };
};

/** Where a task says that its service asks it to wait. Told by the code, since it may have a class of its own. */
const rateLimited = (thrown: unknown, cause: ThrownValue): AttemptFailure | undefined => {
  if (cause.code !== 'rate-limited') return undefined;
  const { retryAfterMs } = thrown as { readonly retryAfterMs?: unknown };
  const waitMs = typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { waitMs: retryAfterMs } : {};
  return {
    ...{ code: 'rate-limited', message: said(cause), ...nextStep(nextSteps['rate-limited']), retryable: true, cause },
    ...waitMs,
  };
};

type ThrowingCode = Extract<
  AttemptFailureCode,
  | 'task-threw'
  | 'uncaught-error'
  | 'unhandled-rejection'
  | 'task-not-loaded'
  | 'uncloneable-output'
  | 'unrecordable-output'
>;

const opening: Readonly<Record<ThrowingCode, string>> = {
  'task-threw': '',
  'uncaught-error': "an error outside the task's promise: ",
  'unhandled-rejection': 'a rejected promise that nobody awaited: ',
  'task-not-loaded': "the task's module cannot be loaded: ",
  'uncloneable-output': 'the value cannot leave its thread: ',
  'unrecordable-output': 'the value cannot be written down: ',
};

const nextSteps: Readonly<Record<ThrowingCode | 'rate-limited', string | Message>> = {
  'task-threw': 'See the stack for where the task threw.',
  'rate-limited': 'Nothing: it runs again when the wait is over.',
  'uncaught-error': 'Await or catch what the task starts in timers and listeners; the stack says where it threw.',
  'unhandled-rejection': 'Await or catch every promise the task starts; the stack says where it was rejected.',
  'task-not-loaded': 'Correct the module; its default export must be a function or a defineTask({ … }).',
  'unrecordable-output': say`Return plain data (no functions, sockets or promises inside), or run without a ledger: ${without('ledger')}.`,
  'uncloneable-output': 'Return plain data (no functions, sockets or promises inside), or run the task as a function.',
};

const said = ({ name, message }: ThrownValue): string => {
  if (name === 'thrown') return `threw ${message}, which is not an Error`;
  return name === 'Error' || name === '' ? message || 'an Error without a message' : `${name}: ${message}`;
};

const failure = (
  code: AttemptFailureCode,
  message: string,
  step: string | Message,
  more: Partial<AttemptFailure> = {},
): AttemptFailure => ({ code, message, ...nextStep(step), retryable: false, ...more });

export const timedOut = (timeoutMs: number, cause: ThrownValue | undefined, note = ''): AttemptFailure =>
  failure(
    'timed-out',
    `it did not end within ${timeoutMs} ms${note}`,
    say`Raise ${option('timeoutMs')}, make the leaves smaller, or find out what the task waits for.`,
    { retryable: true, ...(cause === undefined ? {} : { cause }) },
  );

export const cancelled = (cause: ThrownValue | undefined, note = ''): AttemptFailure =>
  failure('cancelled', `the run was cancelled while it ran${note}`, 'Run it again.', {
    why: `while it ran${note}`,
    ...(cause === undefined ? {} : { cause }),
  });

/** Where no attempt of it says so: it was between two of them, or it alone was cancelled. */
export const endedEarly = (why: string): AttemptFailure =>
  failure('cancelled', `it was cancelled after it had begun: ${why}`, 'Run it again.', { why });

export const exited = (code: unknown): AttemptFailure =>
  failure(
    'exited',
    `the task called process.exit(${code === undefined ? '' : String(code)})`,
    'Return or throw instead: process.exit would end the thread and everything else that runs on it.',
    { retryable: true },
  );

export const outOfMemory = (heapMb: number): AttemptFailure =>
  failure(
    'out-of-memory',
    `it needed more memory than the ${heapMb} MiB a thread may take`,
    say`Raise ${option('threadHeapMb')}, or make the leaves smaller.`,
  );

export const threadDied = (thrown: unknown): AttemptFailure => {
  const cause = thrownValue(thrown);
  return failure('thread-died', `its thread ended: ${said(cause)}`, 'See the message; the task ended its own thread.', {
    retryable: true,
    cause,
    ...(cause.stack === undefined ? {} : { stack: cause.stack }),
  });
};

export const invalidOutput = (problems: readonly string[]): AttemptFailure =>
  failure(
    'invalid-output',
    `the value does not fit the task's output: ${problems.join('; ')}`,
    'Correct the task or its schema. Trying again may help where a model made the value.',
    { retryable: true },
  );

export const notATask = (received: string): AttemptFailure =>
  failure(
    'task-not-loaded',
    `the task's module has no task: expected a function or defineTask({ … }) as its default export, got ${received}`,
    'Export the task as default.',
  );

export const neverStarted = (why: string): AttemptFailure =>
  failure('never-started', `it was never started: ${why}`, 'Run it again.', { why });

export const dependencyFailed = (label: string, by: string): AttemptFailure =>
  failure(
    'dependency-failed',
    `it depends on ${JSON.stringify(label)}, which did not succeed`,
    say`Correct that one and run again, or use ${setting('order', 'cost')}, which does not wait for dependencies.`,
    { by },
  );

export const nothingToRollUp = (children: number, label: string | undefined, by: string | undefined): AttemptFailure =>
  failure(
    'nothing-to-roll-up',
    `none of its ${children} children has a value${label === undefined ? '' : `; the first is ${JSON.stringify(label)}`}`,
    'Look at why its children did not succeed.',
    by === undefined ? {} : { by },
  );

export const budgetStopped = (why: string): AttemptFailure =>
  failure('budget-stopped', why, say`Resume the run with a larger ${option('budget')}.`);

/** Why a leaf failed of which every try did. */
export const allTriesFailed = (causes: readonly TryFailure[]): AttemptFailure => {
  const said = causes.map(({ try: number, failure: { message } }) => `try ${number}: ${message.split('\n')[0]}`);
  return failure(
    'all-tries-failed',
    `all ${causes.length} tries failed: ${said.join('; ')}`,
    causes[0]?.failure.says ?? causes[0]?.failure.nextStep ?? 'See the causes.',
    { retryable: causes.some((cause) => cause.failure.retryable), causes },
  );
};

export interface Rejections {
  readonly tries: number;
  readonly rounds: number;
  /** What was said of the last value. */
  readonly feedback: string | undefined;
  /** Why other tries failed. */
  readonly causes: readonly TryFailure[];
}

export const notAccepted = ({ tries, rounds, feedback, causes }: Rejections): AttemptFailure =>
  failure(
    'not-accepted',
    `no value was accepted in ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${tries} ${tries === 1 ? 'try' : 'tries'}${feedback === undefined ? '' : `: ${feedback}`}`,
    say`Look at what was said of the values; allow more tries (${option('sampling', 'breadth')}) or rounds (${option('sampling', 'depth')}), or give ${option('sampling', 'select')} to choose among them.`,
    { retryable: true, ...(causes.length > 0 ? { causes } : {}) },
  );
