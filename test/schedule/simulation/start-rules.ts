import type { Command } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';

/** Whether a node could start, slots and pausing aside. */
const isStartable = (facts: Facts, node: number): boolean => {
  if (!facts.hasBegun || !facts.isIdle(node) || facts.early?.how === 'cancel') return false;
  const { outcomes } = facts;
  if (!facts.isLeaf(node)) {
    const children = facts.childrenOf(node);
    return (
      children.every((child) => outcomes[child] !== undefined) &&
      children.some((child) => outcomes[child] === 'succeeded')
    );
  }
  if (facts.early && !facts.mayFinish.has(node)) return false;
  return facts.dependenciesOf(node).every((on) => outcomes[on] === 'succeeded') && facts.hasRoom(node);
};

/** What a leaf and the longest chain of leaves waiting for it cost, by asking each of them. */
const chainCosts = ({ work: { leaves } }: Facts): number[] => {
  const dependents = leaves.map((_, leaf) =>
    leaves.flatMap(({ dependsOn }, i) => (dependsOn.includes(leaf) ? [i] : [])),
  );
  const known = new Map<number, number>();
  const chain = (leaf: number): number => {
    const found = known.get(leaf) ?? leaves[leaf].cost + Math.max(0, ...dependents[leaf].map(chain));
    known.set(leaf, found);
    return found;
  };
  return leaves.map((_, leaf) => chain(leaf));
};

const urgencies = (facts: Facts): number[] => {
  const { leaves, branches } = facts.work;
  const { order } = facts.settings;
  const costs = order === 'dependencies' ? chainCosts(facts) : leaves.map(({ cost }) => (order === 'plan' ? 0 : cost));
  return [...costs, ...branches.map(() => Number.POSITIVE_INFINITY)];
};

export class StartRules {
  readonly #facts: Facts;
  readonly #urgencies: readonly number[];

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#urgencies = urgencies(facts);
  }

  /** Called before the facts know of the start. */
  check({ node, attempt, alone }: Extract<Command, { type: 'start' }>): void {
    const facts = this.#facts;
    claim(!facts.isPaused, 'nothing starts while paused', node);
    claim(!facts.isHeld, 'nothing starts while the disk does not keep up', node);
    claim(facts.running.size < facts.limit, 'nothing starts while all slots are taken', node);
    claim(!facts.running.has(node), 'nothing is started twice at once', node);
    const startsAfterStop = !facts.isLeaf(node) || facts.mayFinish.has(node);
    claim(!facts.early || (facts.early.how === 'stop' && startsAfterStop), 'nothing new starts after a stop', node);
    claim(isStartable(facts, node), 'only what may start is started', node);
    claim(attempt === facts.attempts[node] + 1, 'attempts are counted one by one, and lost ones are not', node);
    claim(attempt <= facts.settings.retries + 1, 'there are no more attempts than retries + 1', node);
    claim(alone === facts.isSuspect[node], 'a suspect starts alone, and nobody else does', node);
    for (let other = 0; other < facts.count; other++) {
      if (this.#isMoreUrgent(other, node)) claim(!isStartable(facts, other), 'the most urgent comes first', other);
    }
  }

  #isMoreUrgent(one: number, other: number): boolean {
    const by = this.#urgencies[one] - this.#urgencies[other];
    return by > 0 || (!(by < 0) && one < other);
  }

  /** Called after all commands of a decision. */
  checkNothingIdles(): void {
    const facts = this.#facts;
    if (facts.isPaused || facts.isHeld || facts.running.size >= facts.limit) return;
    for (let node = 0; node < facts.count; node++) {
      claim(!isStartable(facts, node), 'a slot is never free while something could start', node);
    }
  }
}
