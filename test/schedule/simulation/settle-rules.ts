import type { Outcome } from '../../../src/domain/outcome.js';
import type { Because, Command, Input } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Early, Facts } from './facts.js';

type Settle = Extract<Command, { type: 'settle' }>;
type Ended = Extract<Input, { type: 'ended' }>;

/** How a node must settle, or that it must not: `wait` for its next attempt, `again` at once. */
type Expected = readonly [Outcome | 'wait' | 'again', Because['kind'] | undefined];

/** What follows from the end of an attempt. `early`: as it was before that end. */
export const afterEnd = (facts: Facts, { node, end }: Ended, early: Early | undefined): Expected => {
  switch (end.kind) {
    case 'succeeded':
      return ['succeeded', undefined];
    case 'cancelled':
      return ['cancelled', 'attempt'];
    case 'failed':
    case 'timed-out':
      if (end.retryable && facts.attempts[node] <= facts.settings.retries && !early) return ['wait', undefined];
      return [end.kind, 'attempt'];
    default:
      if (!early || (early.how === 'stop' && (!facts.isLeaf(node) || facts.reachedCode[node])))
        return ['again', undefined];
      return givenUp(facts, node);
  }
};

const givenUp = ({ lastFailure, reachedCode }: Facts, node: number): Expected => {
  const failed = lastFailure[node];
  return failed ? [failed, 'attempt'] : [reachedCode[node] ? 'cancelled' : 'never-started', 'ended-early'];
};

/** How a node settles that no attempt of which has just ended. */
const withoutEnd = (facts: Facts, node: number): Expected => {
  const { outcomes, early } = facts;
  const isTaken = early?.how === 'stop' && !facts.forgotten.has(node) && hasValues(facts, node);
  claim(!isTaken, 'a stop lets a rollup be that waits for its slot', node);
  if (facts.lastFailure[node] || facts.reachedCode[node]) return givenUp(facts, node);
  if (facts.isLeaf(node)) {
    const isSkipped = facts.dependenciesOf(node).some((on) => isFailure(outcomes[on]) || outcomes[on] === 'skipped');
    return isSkipped && !early ? ['skipped', 'dependency'] : ['never-started', 'ended-early'];
  }
  const children = facts.childrenOf(node).map((child) => outcomes[child]);
  claim(!children.includes(undefined), 'a branch settles after its children', node);
  const wasPrevented = children.some((how) => how === 'succeeded' || how === 'never-started' || how === 'cancelled');
  return early && wasPrevented ? ['never-started', 'ended-early'] : ['skipped', 'no-values'];
};

const hasValues = (facts: Facts, node: number): boolean =>
  !facts.isLeaf(node) && facts.childrenOf(node).some((child) => facts.outcomes[child] === 'succeeded');

const isFailure = (outcome: Outcome | undefined): boolean =>
  outcome === 'failed' || outcome === 'timed-out' || outcome === 'cancelled';

/** Called before the facts know of it. */
export const checkSettle = (facts: Facts, settle: Settle, ended: Expected | undefined): void => {
  const { node, outcome, attempts, because } = settle;
  claim(facts.outcomes[node] === undefined, 'each node settles once', node);
  claim(!facts.running.has(node), 'nothing settles while it runs', node);
  claim(!facts.backingOff.has(node), 'a wait is forgotten before its node settles', node);
  claim(attempts === facts.attempts[node], 'the attempts that count are told', node);
  claim(attempts <= facts.settings.retries + 1, 'there are no more attempts than retries + 1', node);
  const [expected, kind] = ended ?? withoutEnd(facts, node);
  claim(outcome === expected, `settled ${outcome} instead of ${expected}`, node);
  claim(because?.kind === kind, `because of ${because?.kind} instead of ${kind}`, node);
  claim(
    ended !== undefined || kind === 'dependency' || kind === 'no-values' || !!facts.early,
    'no reason to end',
    node,
  );
  claim(outcome !== 'never-started' || !facts.reachedCode[node], 'what has begun is not never-started', node);
  claim(outcome === 'never-started' || outcome === 'skipped' || facts.reachedCode[node], 'it never ran', node);
  if (because?.kind === 'ended-early') claim(because.why === facts.early?.why, 'the reason is the one given', node);
  if (because?.kind === 'dependency')
    claim(isToBlame(facts, node, because.node), 'the leaf that failed is named', node);
  if (because?.kind === 'no-values') {
    const child = because.node;
    claim(child !== undefined && facts.childrenOf(node).includes(child), 'a child is named', node);
  }
};

/** Whether `blamed` failed, and `leaf` cannot run because of it: directly, or by way of leaves skipped because of it. */
const isToBlame = ({ outcomes, becauses, work }: Facts, leaf: number, blamed: number): boolean =>
  isFailure(outcomes[blamed]) &&
  work.leaves[leaf].dependsOn.some((on) => {
    const why = becauses[on];
    return on === blamed || (outcomes[on] === 'skipped' && why?.kind === 'dependency' && why.node === blamed);
  });

/** Called after all commands of a decision: what can never start any more is not left open. */
export const checkNothingIsLeftOpen = (facts: Facts): void => {
  const { outcomes, early } = facts;
  for (let node = 0; node < facts.count; node++) {
    if (outcomes[node] !== undefined || facts.running.has(node)) continue;
    if (facts.isLeaf(node)) {
      claim(!early || facts.mayFinish.has(node), 'after an early end a leaf that does not run has settled', node);
      const isDoomed = facts.dependenciesOf(node).some((on) => outcomes[on] && outcomes[on] !== 'succeeded');
      claim(!isDoomed, 'a leaf whose dependency did not succeed has settled', node);
    } else if (facts.childrenOf(node).every((child) => outcomes[child] !== undefined)) {
      claim(hasValues(facts, node) && early?.how !== 'cancel', 'a branch that cannot be rolled up has settled', node);
      claim(!early || !facts.backingOff.has(node), 'after an early end nothing is waited for', node);
    }
  }
};
