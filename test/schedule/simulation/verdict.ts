import type { Outcome } from '../../../src/domain/outcome.js';
import type { Sample } from '../../../src/domain/sample.js';
import type { Because } from '../../../src/schedule/protocol.js';
import type { Facts } from './facts.js';
import type { NodeFacts } from './node-facts.js';

export interface Verdict {
  readonly outcome: Outcome;
  readonly because: Because['kind'] | undefined;
  /** Undefined where any will do. */
  readonly sample?: Sample;
}

/** How a node must settle by now, because of its own attempts; undefined where it must not, `select` where one must be chosen. */
export const verdictOf = (facts: Facts, node: NodeFacts): Verdict | 'select' | undefined => {
  if (node.isRunning) return undefined;
  const { winner, tries } = node;
  if (winner) {
    return { outcome: 'succeeded', because: undefined, sample: { try: winner.number, round: winner.round } };
  }
  if (tries.some(({ state }) => state !== 'over')) return undefined;
  if (node.selected) return afterSelection(facts, node);
  const isPrevented = tries.some(({ fate }) => fate === 'dropped' || fate === 'cancelled');
  if (isPrevented) return prevented(facts, node);
  const { selects } = node.sampling;
  if (node.values > 0 && !selects) return { outcome: 'failed', because: 'not-accepted' };
  if (node.values > 0 && !isClosed(facts, node)) return 'select';
  // Nobody may choose any more; where the tries all failed by themselves that is not why there is no value.
  if (tries.some(({ fate }) => fate === 'rejected')) return prevented(facts, node);
  const outcome = tries.every(({ fate }) => fate === 'timed-out') ? 'timed-out' : 'failed';
  return { outcome, because: 'attempt' };
};

const isClosed = ({ early }: Facts, { cancelWhy, isMisfit }: NodeFacts): boolean =>
  early !== undefined || cancelWhy !== undefined || isMisfit;

const afterSelection = (facts: Facts, node: NodeFacts): Verdict => {
  const { how, sample } = node.selected!;
  if (sample) return { outcome: 'succeeded', because: undefined, sample };
  if (how === 'none') return { outcome: 'failed', because: 'not-accepted' };
  return how === 'cancelled' ? prevented(facts, node) : { outcome: 'failed', because: 'attempt' };
};

/** What it is that was kept from its end. */
export const prevented = ({ early }: Facts, node: NodeFacts): Verdict => {
  const isCancelled = node.cancelWhy !== undefined;
  if (node.isMisfit || (early?.by === 'budget' && !isCancelled)) {
    return { outcome: 'budget-stopped', because: 'ended-early' };
  }
  // Of what is sampled it is not the last attempt that says why there is no value.
  const isOwn = !node.isSampled && node.tries[0].fate === 'cancelled' && !isCancelled;
  const hasNoReason = !early && !isCancelled;
  const because = isOwn || hasNoReason ? 'attempt' : 'ended-early';
  return { outcome: node.hasBegun ? 'cancelled' : 'never-started', because };
};
