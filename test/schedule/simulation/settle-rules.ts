import type { Outcome } from '../../../src/domain/outcome.js';
import type { Because, Command } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { NodeFacts } from './node-facts.js';
import type { Rule } from './rule.js';
import type { StartRules } from './start-rules.js';
import { prevented, type Verdict, verdictOf } from './verdict.js';

type Settle = Extract<Command, { type: 'settle' }>;

/** Each node settles once for each time it is opened, as what it truly is, and as soon as that is certain. */
export class SettleRules implements Rule {
  readonly #facts: Facts;
  readonly #starts: StartRules;

  constructor(facts: Facts, starts: StartRules) {
    this.#facts = facts;
    this.#starts = starts;
  }

  onCommand(command: Command): void {
    if (command.type === 'settle') this.#check(command);
    if (command.type === 'select') {
      const node = this.#facts.nodes[command.node];
      claim(verdictOf(this.#facts, node) === 'select', 'one is chosen only where none was accepted', command.node);
    }
  }

  #check(settle: Settle): void {
    const { node, outcome, attempts, because } = settle;
    const known = this.#facts.nodes[node];
    claim(known.outcome === undefined, 'each node settles once', node);
    claim(!known.isRunning, 'nothing settles while it runs', node);
    const isWaiting = known.tries.some(({ state }) => state === 'backing-off' || state === 'to-wait');
    claim(!isWaiting, 'a wait is forgotten before its node settles', node);
    claim(attempts === known.attempts, () => `${known.attempts} attempts count, and ${attempts} are told`, node);
    const { breadth, depth } = known.sampling;
    const most = (this.#facts.settings.retries + 1) * breadth * depth * known.openings;
    claim(attempts <= most, 'there are no more attempts than retries + 1', node);
    const expected = this.#expected(known);
    const isExpected = expected.some((one) => one.outcome === outcome && one.because === because?.kind);
    claim(isExpected, () => `settled ${told(settle)}, expected ${JSON.stringify(expected)}`, node);
    this.#checkSample(settle, expected);
    claim(outcome !== 'never-started' || !known.hasBegun, 'what has begun is not never-started', node);
    const mayBeNew = ['never-started', 'skipped', 'budget-stopped'].includes(outcome);
    claim(mayBeNew || known.hasBegun, 'it never ran', node);
    if (because) this.#checkReason(known, because);
  }

  #checkSample({ node, outcome, sample }: Settle, expected: readonly Verdict[]): void {
    const wanted = outcome === 'succeeded' && this.#facts.isLeaf(node) ? expected[0].sample : undefined;
    const isRight = sample?.try === wanted?.try && sample?.round === wanted?.round;
    claim(isRight, 'its value is that of the right try', node);
  }

  /** What it may settle as; several where a node has several reasons at once. */
  #expected(known: NodeFacts): Verdict[] {
    const facts = this.#facts;
    const own = verdictOf(facts, known);
    if (own === 'select') return [];
    if (own) return [own];
    if (!known.isLeaf) return [withoutRollup(facts, known.node)];
    const blocked = withoutDependencies(facts, known.node);
    known.isFollower = blocked.length > 0;
    if (known.isFollower) return blocked;
    if (!this.#starts.isHopeless(known.node)) return [];
    known.isMisfit = true;
    for (const one of known.tries) if (one.state === 'idle') one.drop();
    const left = verdictOf(facts, known);
    return left && left !== 'select' ? [left] : [];
  }

  #checkReason({ node, cancelWhy, isLeaf, isMisfit }: NodeFacts, because: Because): void {
    const facts = this.#facts;
    if (because.kind === 'ended-early') {
      claim(because.why !== '', 'there is a reason', node);
      const before = isLeaf ? facts.dependenciesOf(node) : facts.childrenOf(node);
      const reasons = [cancelWhy, facts.early?.why, ...before.map((one) => whyOf(facts.nodes[one].because))];
      claim(isMisfit || reasons.includes(because.why), 'the reason is the one given', node);
    }
    if (because.kind === 'dependency') {
      claim(isToBlame(facts, node, because.node), 'the leaf that failed is named', node);
    }
    if (because.kind === 'no-values') {
      const child = because.node;
      claim(child !== undefined && facts.childrenOf(node).includes(child), 'a child is named', node);
    }
  }

  /** What can never start any more is not left open. */
  afterwards(): void {
    const facts = this.#facts;
    for (const known of facts.nodes) {
      if (known.outcome !== undefined || known.isRunning) continue;
      const { node } = known;
      claim(verdictOf(facts, known) === undefined, 'what has come to its end has settled, or one is chosen', node);
      if (known.isLeaf) claim(!isDoomed(facts, node), 'what cannot run has settled', node);
      else if (facts.hasSettledChildren(node)) {
        const mayRun = facts.hasValues(node) && facts.early?.how !== 'cancel';
        claim(mayRun, 'a branch that cannot be rolled up has settled', node);
      }
    }
  }
}

const told = ({ outcome, because }: Settle): string => `${outcome} because of ${because?.kind}`;

const whyOf = (because: Because | undefined): string | undefined =>
  because?.kind === 'ended-early' ? because.why : undefined;

const withoutRollup = (facts: Facts, node: number): Verdict => {
  const { early } = facts;
  claim(facts.hasSettledChildren(node), 'a branch settles after its children', node);
  const outcomes = facts.childrenOf(node).map((child) => facts.nodes[child].outcome!);
  const hasValue = outcomes.includes('succeeded');
  claim(!hasValue || early?.how === 'cancel', 'a rollup of what is done is not given up', node);
  const byBudget = outcomes.includes('budget-stopped');
  const isPrevented = hasValue || byBudget || outcomes.includes('never-started') || outcomes.includes('cancelled');
  if (early && isPrevented) return prevented(facts, facts.nodes[node]);
  if (byBudget) return { outcome: 'budget-stopped', because: 'ended-early' };
  return { outcome: 'skipped', because: 'no-values' };
};

const isDoomed = (facts: Facts, node: number): boolean =>
  facts.dependenciesOf(node).some((on) => (facts.nodes[on].outcome ?? 'succeeded') !== 'succeeded');

const withoutDependencies = (facts: Facts, node: number): Verdict[] =>
  facts.dependenciesOf(node).flatMap((on): Verdict[] => {
    const { outcome } = facts.nodes[on];
    if (outcome === undefined || outcome === 'succeeded') return [];
    if (outcome === 'never-started' || outcome === 'budget-stopped') return [{ outcome, because: 'ended-early' }];
    return [{ outcome: 'skipped', because: 'dependency' }];
  });

const isFailure = (outcome: Outcome | undefined): boolean =>
  outcome === 'failed' || outcome === 'timed-out' || outcome === 'cancelled';

/** Whether `blamed` failed, and `leaf` cannot run because of it: directly, or by way of leaves skipped because of it. */
const isToBlame = ({ nodes, work }: Facts, leaf: number, blamed: number): boolean =>
  isFailure(nodes[blamed].outcome) &&
  work.leaves[leaf].dependsOn.some((on) => {
    const { outcome, because } = nodes[on];
    return on === blamed || (outcome === 'skipped' && because?.kind === 'dependency' && because.node === blamed);
  });
