import type { RunStatus } from '../../../src/domain/outcome.js';
import type { Command, Input } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Early, Facts } from './facts.js';

/** So many failures end a run: the least whole number that is at least that share, without fractions that round. */
const mostFailures = ({ settings: { onFailure }, work }: Facts): number => {
  if (onFailure === 'continue') return Number.POSITIVE_INFINITY;
  if (onFailure === 'stop' || onFailure === 'cancel') return 1;
  if (typeof onFailure === 'number') return onFailure;
  const percent = Number(onFailure.slice(0, -1));
  let most = 1;
  while (most * 100 < percent * work.leaves.length) most++;
  return most;
};

const failures = ({ outcomes }: Facts): number =>
  outcomes.filter((outcome) => outcome === 'failed' || outcome === 'timed-out').length;

/** How a run must be ended early now, if at all. */
export const earlyEndDue = (facts: Facts, input: Input): Early | undefined => {
  const { early, isFinished, settings } = facts;
  if (isFinished || early?.how === 'cancel') return undefined;
  if (input.type === 'cancel') return { how: 'cancel', by: 'user', why: input.why };
  if (early) return undefined;
  if (input.type === 'stop') return { how: 'stop', by: 'user', why: input.why };
  if (failures(facts) < mostFailures(facts)) return undefined;
  return { how: settings.onFailure === 'cancel' ? 'cancel' : 'stop', by: 'failures', why: 'onFailure' };
};

export const checkWait = (facts: Facts, { node, attempt, ms }: Extract<Command, { type: 'wait' }>): void => {
  const full = Math.min(60_000, facts.settings.backoffMs * 2 ** (attempt - 1));
  claim(attempt === facts.attempts[node], 'the attempt that failed is named', node);
  claim(ms >= Math.floor(full / 2) && ms <= full, `waits ${ms} ms of ${full}`, node);
};

/** Whether something did not come to its end because of the early end. */
const wasPrevented = ({ outcomes }: Facts): boolean =>
  outcomes.some((outcome) => outcome === 'cancelled' || outcome === 'never-started');

const statusOf = (facts: Facts): RunStatus => {
  const { outcomes, early } = facts;
  if (outcomes.length === 0) return 'empty';
  if (outcomes.every((outcome) => outcome === 'succeeded')) return 'succeeded';
  if (early?.by !== 'user' || !wasPrevented(facts)) return 'failed';
  return early.how === 'stop' ? 'stopped' : 'cancelled';
};

export const checkFinish = (facts: Facts, { status, why }: Extract<Command, { type: 'finish' }>): void => {
  claim(!facts.isFinished, 'a run finishes once');
  claim(!facts.outcomes.includes(undefined), 'a run finishes when all has settled');
  claim(facts.running.size === 0, 'a run finishes when nothing runs');
  claim(status === statusOf(facts), `finished ${status} instead of ${statusOf(facts)}`);
  claim(why === (wasPrevented(facts) ? facts.early?.why : undefined), 'why it ended early is told where it did');
};
