import type { Outcome } from '../domain/outcome.js';
import type { Sample } from '../domain/sample.js';
import type { Because } from './protocol.js';
import type { Work } from './work.js';

/** How and why a node settles. */
export interface Settling {
  readonly node: number;
  readonly outcome: Outcome;
  readonly because: Because | undefined;
  /** Of a leaf that succeeded: whose value it has. */
  readonly sample?: Sample;
}

export interface TreeListener {
  /** A node has settled. */
  settled(settling: Settling): void;
  /** All that a leaf depends on has succeeded. */
  freed(leaf: number): void;
  /** All children of a branch have settled. Returns how it settles without a rollup; undefined where it has one. */
  childrenSettled(branch: number): Settling | undefined;
}

export interface Reopening {
  /** Hears of branches that had not settled, and have to wait again. */
  readonly delayed: (branch: number) => void;
  /** Whether a leaf that was kept from running may follow. */
  readonly isMeant: (leaf: number) => boolean;
}

/** Which nodes have settled and how, and what follows from that for those above them and those that wait for them. */
export class Tree {
  readonly outcomes: (Outcome | undefined)[];
  /** Children or dependencies that have not settled. */
  readonly pending: Uint32Array;
  unsettled: number;
  succeeded = 0;
  failures = 0;
  /** Those that did not come to their end because they were kept from it. */
  prevented = 0;
  readonly #work: Work;
  readonly #parent: Int32Array;
  readonly #dependents: readonly (readonly number[])[];
  readonly #listener: TreeListener;

  constructor(work: Work, waitsForDependencies: boolean, listener: TreeListener) {
    const { leaves, branches } = work;
    const count = leaves.length + branches.length;
    this.#work = work;
    this.#listener = listener;
    this.outcomes = new Array(count).fill(undefined);
    this.pending = new Uint32Array(count);
    this.#parent = new Int32Array(count).fill(-1);
    this.unsettled = count;
    branches.forEach(({ children }, i) => {
      this.pending[leaves.length + i] = children.length;
      for (const child of children) this.#parent[child] = leaves.length + i;
    });
    this.#dependents = waitsForDependencies ? this.#waitForDependencies() : [];
  }

  isBranch(node: number): boolean {
    return node >= this.#work.leaves.length;
  }

  childrenOf(branch: number): readonly number[] {
    return this.#work.branches[branch - this.#work.leaves.length].children;
  }

  hasSettled(node: number): boolean {
    return this.outcomes[node] !== undefined;
  }

  /** Settles a node and all that follows from it without anything having to run. */
  settle(settling: Settling): void {
    const queue = [settling];
    // A queue and not recursion: a chain of 100,000 leaves that are all skipped would exhaust the stack.
    for (let at = 0; at < queue.length; at++) {
      const { node, outcome } = queue[at];
      if (this.hasSettled(node)) continue;
      this.#count(outcome, 1);
      this.outcomes[node] = outcome;
      this.#listener.settled(queue[at]);
      const parent = this.#parent[node];
      if (parent >= 0 && --this.pending[parent] === 0) {
        const end = this.#listener.childrenSettled(parent);
        if (end) queue.push(end);
      }
      for (const dependent of this.#dependents[node] ?? []) {
        if (this.hasSettled(dependent)) continue;
        if (outcome === 'succeeded') {
          if (--this.pending[dependent] === 0) this.#listener.freed(dependent);
        } else queue.push(withoutDependency(dependent, queue[at]));
      }
    }
  }

  /**
   * Opens a leaf again that has settled without success, the leaves that were kept from running by it, and the branches
   * above them; returns all of those.
   */
  reopen(leaf: number, { delayed, isMeant }: Reopening): number[] {
    const opened: number[] = [];
    const queue = [leaf];
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at];
      if (!this.hasSettled(node)) continue;
      const dependsOn = this.#dependents.length > 0 ? this.#work.leaves[node].dependsOn : [];
      const isDoomed = dependsOn.some((on) => this.hasSettled(on) && this.outcomes[on] !== 'succeeded');
      if (isDoomed || (at > 0 && !(mayFollow(this.outcomes[node]) && isMeant(node)))) continue;
      this.pending[node] = dependsOn.filter((on) => !this.hasSettled(on)).length;
      this.#open(node);
      opened.push(node, ...this.#openAbove(node, delayed));
      queue.push(...(this.#dependents[node] ?? []));
    }
    return opened;
  }

  #openAbove(node: number, delayed: (branch: number) => void): number[] {
    const opened: number[] = [];
    for (let branch = this.#parent[node]; branch >= 0; branch = this.#parent[branch]) {
      this.pending[branch]++;
      if (!this.hasSettled(branch)) {
        delayed(branch);
        break;
      }
      this.#open(branch);
      opened.push(branch);
    }
    return opened;
  }

  #open(node: number): void {
    this.#count(this.outcomes[node] as Outcome, -1);
    this.outcomes[node] = undefined;
  }

  #count(outcome: Outcome, by: 1 | -1): void {
    this.unsettled -= by;
    if (outcome === 'succeeded') this.succeeded += by;
    else if (outcome === 'failed' || outcome === 'timed-out') this.failures += by;
    else if (outcome !== 'skipped') this.prevented += by;
  }

  #waitForDependencies(): number[][] {
    const dependents: number[][] = this.#work.leaves.map(() => []);
    this.#work.leaves.forEach(({ dependsOn }, leaf) => {
      this.pending[leaf] = dependsOn.length;
      for (const on of dependsOn) dependents[on].push(leaf);
    });
    return dependents;
  }
}

/** Whether it did not come to its end because it was kept from it. */
export const wasPrevented = (outcome: Outcome | undefined): boolean =>
  outcome === 'cancelled' || outcome === 'never-started' || outcome === 'budget-stopped';

/** Whether a leaf may have ended so because of what it depends on. */
const mayFollow = (outcome: Outcome | undefined): boolean =>
  outcome === 'skipped' || outcome === 'never-started' || outcome === 'budget-stopped';

const withoutDependency = (node: number, { node: on, outcome, because }: Settling): Settling => {
  if (outcome === 'never-started' || outcome === 'budget-stopped') return { node, outcome, because };
  // Whoever looks for the reason wants the leaf that failed, not the last of those skipped because of it.
  const blamed = because?.kind === 'dependency' ? because.node : on;
  return { node, outcome: 'skipped', because: { kind: 'dependency', node: blamed } };
};
