import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { EndedBy, RunStatus } from '../domain/outcome.js';
import type {
  BranchReport,
  BudgetReport,
  Concurrency,
  LeafReport,
  RateLimits,
  ReportedFailure,
  RunReport,
} from '../domain/run-report.js';
import type { Session } from '../domain/session.js';
import { noUsage } from '../domain/usage.js';
import { nothingToRollUp } from './failures.js';
import type { Records } from './records.js';
import type { RunTree } from './run-tree.js';

export interface Ending {
  readonly runId: string;
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly by: EndedBy | undefined;
  readonly concurrency: Concurrency;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly sessions: readonly Session[] | undefined;
  readonly rateLimits: RateLimits | undefined;
  readonly budgets: readonly BudgetReport[];
}

/** The report of a run that is over, in plan order. */
export const reportOf = (tree: RunTree, records: Records, ending: Ending): RunReport => {
  const { runId, status, why, by, concurrency, startedAt, endedAt, sessions, rateLimits, budgets } = ending;
  const spent = records.usageBelow();
  const all = tree.nodes.map((_, node) => leafReport(tree, records, node));
  const { samples } = records;
  const leaves = all
    .slice(0, tree.leaves)
    .map((report, leaf) => (samples ? { ...report, sampling: samples.report(leaf) } : report));
  const branches = all.slice(tree.leaves).map((report, i): BranchReport<unknown> => {
    const node = tree.leaves + i;
    return { ...report, kind: 'branch', usage: spent[node], coverage: records.coverage(node) };
  });
  return {
    runId,
    status,
    leaves,
    branches,
    root: branches[0] ?? leaves[0] ?? nothing,
    concurrency,
    usage: records.totalUsage(),
    failures: [...leaves, ...branches].flatMap(reported),
    ...(why === undefined ? {} : { stoppedBecause: why }),
    ...(by === undefined ? {} : { stoppedBy: by }),
    ...(rateLimits ? { rateLimits } : {}),
    ...(budgets.length > 0 ? { budgets } : {}),
    startedAt,
    endedAt,
    ...(sessions ? { sessions } : {}),
  };
};

/** What stands at the top of a run that had nothing to do. */
const nothing: BranchReport<never> = {
  ...{ kind: 'branch', id: '', label: 'project', depth: 0, attempts: 0, startedAt: undefined, endedAt: undefined },
  usage: noUsage,
  origin: 'ran',
  outcome: 'skipped',
  failure: nothingToRollUp(0, undefined, undefined),
  coverage: { leaves: 0, covered: 0, missing: [] },
};

/** Field by field and without spreading: this is done for each of 100,000 leaves. */
const leafReport = (tree: RunTree, records: Records, node: number): LeafReport<unknown> => {
  const { id, label, depth } = tree.nodes[node];
  const outcome = records.outcomes[node] ?? 'never-started';
  const attempts = records.attempts[node];
  const startedAt = records.startedAt[node] || undefined;
  const endedAt = records.endedAt[node] || undefined;
  const usage = records.usage(node);
  const origin = records.wasReused(node) ? 'reused' : 'ran';
  if (outcome === 'succeeded') {
    const value = records.values[node];
    return { kind: 'leaf', id, label, depth, outcome, value, attempts, startedAt, endedAt, usage, origin };
  }
  const failure = records.failures[node] as AttemptFailure;
  return { kind: 'leaf', id, label, depth, outcome, failure, attempts, startedAt, endedAt, usage, origin };
};

const reported = ({
  id,
  label,
  kind,
  outcome,
  failure,
}: LeafReport<unknown> | BranchReport<unknown>): ReportedFailure[] =>
  (outcome === 'failed' || outcome === 'timed-out') && failure ? [{ id, label, kind, outcome, failure }] : [];
