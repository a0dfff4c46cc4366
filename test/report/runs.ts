import type { AttemptFailure } from '../../src/domain/attempt-failure.js';
import type { Outcome, RunStatus } from '../../src/domain/outcome.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import type { BranchReport, LeafReport, ReportedFailure, RunReport } from '../../src/domain/run-report.js';
import { noUsage } from '../../src/domain/usage.js';

/** An event without its time. */
export type Timeless = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'at'> : never) : never;

const leafOf = (id: string) => ({ id, label: `label of ${id}`, kind: 'leaf' }) as const;

export const failure = (message = 'it broke', more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  ...{ code: 'task-threw', message, nextStep: 'Mend it.', retryable: true },
  ...more,
});

export const runStarted = (leaves: number, limit = 2, branches = 0): Timeless => ({
  ...{
    type: 'run-started',
    runId: 'r1',
    leaves,
    branches,
    limit,
    threads: 2,
    known: { recorded: 0, reused: 0, branches: 0, tokens: 0 },
  },
});

export const started = (id: string, attempt = 1): Timeless => ({ type: 'attempt-started', attempt, ...leafOf(id) });

export const attemptFailed = (id: string, retryInMs = 2000, attempt = 1, message?: string): Timeless => ({
  ...{ type: 'attempt-failed', attempt, failure: failure(message), retryInMs },
  ...leafOf(id),
});

export const logged = (id: string, message: string): Timeless => ({ type: 'log', attempt: 1, message, ...leafOf(id) });

export const progressed = (id: string, fraction: number, message?: string): Timeless => ({
  ...{ type: 'progress', attempt: 1, fraction, message },
  ...leafOf(id),
});

export const settled = (
  id: string,
  outcome: Outcome = 'succeeded',
  more: Partial<Extract<RunEvent, { type: 'settled' }>> = {},
): Timeless => ({
  ...{ type: 'settled', outcome, failure: outcome === 'succeeded' ? undefined : failure(), attempts: 1, ms: 1200 },
  ...{ coverage: undefined, ...leafOf(id) },
  ...more,
});

export const runEnded = (status: RunStatus = 'succeeded'): Timeless => ({
  ...{ type: 'run-ended', status, concurrency: { limit: 2, peak: 2, mean: 1.5 }, usage: noUsage },
});

export interface ReportParts {
  readonly leaves: readonly { readonly id: string; readonly label?: string; readonly outcome?: Outcome }[];
  readonly status?: RunStatus;
  readonly value?: (id: string) => unknown;
  readonly failure?: (id: string) => AttemptFailure;
  readonly root?: unknown;
  readonly more?: Partial<RunReport>;
}

/** A report of leaves below one branch; each leaf took 3 seconds, and all together 2 for each. */
export const reportOf = ({ leaves, status = 'succeeded', value, root, more, ...parts }: ReportParts): RunReport => {
  const all = leaves.map(({ id, label = `label of ${id}`, outcome = 'succeeded' }): LeafReport<unknown> => {
    const times = { startedAt: 1000, endedAt: 4000 };
    const common = { id, label, depth: 1, attempts: 1, ...times, usage: noUsage, origin: 'ran' } as const;
    if (outcome === 'succeeded') return { kind: 'leaf', ...common, outcome, value: value?.(id) ?? `value of ${id}` };
    return { kind: 'leaf', ...common, outcome, failure: parts.failure?.(id) ?? failure() };
  });
  const missing = all.filter(({ outcome }) => outcome !== 'succeeded').map(({ id }) => id);
  const top: BranchReport<unknown> = {
    ...{ kind: 'branch', id: 'top', label: 'top', depth: 0, attempts: 1, startedAt: 1, endedAt: 2, usage: noUsage },
    origin: 'ran',
    coverage: { leaves: all.length, covered: all.length - missing.length, missing },
    ...(missing.length === all.length
      ? { outcome: 'failed', failure: failure('nothing to roll up') }
      : { outcome: 'succeeded', value: root ?? 'value of the root' }),
  };
  const failures = all.flatMap(({ id, label, kind, outcome, failure: why }): ReportedFailure[] =>
    outcome === 'failed' || outcome === 'timed-out'
      ? [{ id, label, kind, outcome, failure: why as AttemptFailure }]
      : [],
  );
  return {
    ...{ runId: 'r1', status, leaves: all, branches: [top], root: top, failures, usage: noUsage },
    ...{ concurrency: { limit: 8, peak: 8, mean: 7.44 }, startedAt: 0, endedAt: 2000 * all.length },
    ...more,
  };
};
