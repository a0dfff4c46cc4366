import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Outcome } from '../domain/outcome.js';
import type { Coverage, RollUpBranch, RollUpChild } from '../domain/task.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';
import { restoreValue } from '../ledger/stored-value.js';
import type { RecalledNode } from './recording.js';
import type { RunTree } from './run-tree.js';
import { type Allowed, Samples } from './samples.js';

/** What is known of each node of a run. */
export class Records {
  readonly #tree: RunTree;
  readonly values: unknown[];
  readonly failures: (AttemptFailure | undefined)[];
  readonly outcomes: (Outcome | undefined)[];
  readonly attempts: Uint32Array;
  readonly startedAt: Float64Array;
  readonly endedAt: Float64Array;
  /** Where leaves are sampled. */
  readonly samples: Samples | undefined;
  /** Those whose values were made by another run. */
  readonly #reused = new Set<number>();
  readonly #usage = new Map<number, Usage>();
  /** Of each branch: how many leaves are below it, and how many of them its value stands for. */
  readonly #covered: Uint32Array;
  readonly #below: Uint32Array;

  constructor(tree: RunTree, sampling: Allowed | undefined) {
    const count = tree.nodes.length;
    this.#tree = tree;
    this.samples = sampling && new Samples(sampling);
    this.values = new Array(count);
    this.failures = new Array(count);
    this.outcomes = new Array(count);
    this.attempts = new Uint32Array(count);
    this.startedAt = new Float64Array(count);
    this.endedAt = new Float64Array(count);
    this.#covered = new Uint32Array(count);
    this.#below = new Uint32Array(count).fill(1);
    // A branch stands before those below it, so from the end on children are known.
    for (let node = count - 1; node >= tree.leaves; node--) {
      this.#below[node] = tree.children(node).reduce((sum, child) => sum + this.#below[child], 0);
    }
  }

  /** What is known of a node before the run begins. */
  recall(recalled: RecalledNode): void {
    const { node, attempts, startedAt = 0, endedAt = 0, usage, origin, isDone, value, wasReused } = recalled;
    this.attempts[node] = attempts;
    this.startedAt[node] = startedAt;
    this.endedAt[node] = endedAt;
    if (Object.keys(usage).length > 0) this.#usage.set(node, usage);
    this.#recallSamples(recalled);
    if (!isDone || !value) return;
    this.values[node] = restoreValue(value);
    if (origin === 'reused' || wasReused) this.#reused.add(node);
  }

  #recallSamples({ node, samples = [], chosen }: RecalledNode): void {
    for (const { value, ...one } of samples) {
      const record = this.samples?.at(node, one);
      if (record) Object.assign(record, one, value ? { value: restoreValue(value) } : {});
    }
    if (chosen) this.samples?.choose(node, chosen);
  }

  /** Whether its value was made by another run. */
  wasReused(node: number): boolean {
    return this.#reused.has(node);
  }

  spend(node: number, usage: Usage): void {
    this.#usage.set(node, addUsage(this.usage(node), usage));
  }

  usage(node: number): Usage {
    return this.#usage.get(node) ?? noUsage;
  }

  totalUsage(): Usage {
    return [...this.#usage.values()].reduce(addUsage, noUsage);
  }

  /** A node has settled. */
  settle(node: number, outcome: Outcome): void {
    this.outcomes[node] = outcome;
    if (outcome !== 'succeeded') return;
    this.#covered[node] = this.#tree.isBranch(node) ? this.#coveredBelow(node) : 1;
  }

  /** A node is open again that had settled. */
  reopen(node: number): void {
    this.outcomes[node] = undefined;
    this.values[node] = undefined;
    this.failures[node] = undefined;
    this.#covered[node] = 0;
    this.samples?.forget(node);
  }

  /** By node: what it and all below it spent. */
  usageBelow(): Usage[] {
    const all = Array.from(this.values, (_, node) => this.usage(node));
    // A branch stands before those below it.
    for (let node = all.length - 1; node >= this.#tree.leaves; node--) {
      all[node] = this.#tree.children(node).reduce((sum, child) => addUsage(sum, all[child]), all[node]);
    }
    return all;
  }

  /** What the value of a branch that has settled stands for: nothing, where it has none. */
  coverage(branch: number): Coverage {
    if (this.outcomes[branch] === 'succeeded') return this.#coverageOfChildren(branch);
    const missing = this.#tree.leavesBelow(branch).map((leaf) => this.#tree.nodes[leaf].id);
    return { leaves: missing.length, covered: 0, missing };
  }

  #coverageOfChildren(branch: number): Coverage {
    const [leaves, covered] = [this.#below[branch], this.#coveredBelow(branch)];
    return { leaves, covered, missing: covered === leaves ? [] : this.#missing(branch) };
  }

  /** What a rollup of this branch gets. */
  forRollUp(branch: number): RollUpBranch<unknown> {
    const { id, label, depth, tokens } = this.#tree.nodes[branch];
    const children = this.#tree.children(branch).map((child): RollUpChild<unknown> => {
      const node = this.#tree.nodes[child];
      return {
        kind: node.leaf ? 'leaf' : 'branch',
        id: node.id,
        label: node.label,
        outcome: this.outcomes[child] as Outcome,
        value: this.values[child],
      };
    });
    const values = children.filter(({ outcome }) => outcome === 'succeeded').map(({ value }) => value);
    return { id, label, depth, tokens, children, values, coverage: this.#coverageOfChildren(branch) };
  }

  #coveredBelow(branch: number): number {
    return this.#tree.children(branch).reduce((sum, child) => sum + this.#covered[child], 0);
  }

  /** Leaves that did not succeed, and those under a branch whose rollup did not. */
  #missing(branch: number): string[] {
    const missing: number[] = [];
    const open = [branch];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const child of this.#tree.children(node)) {
        if (this.#covered[child] === this.#below[child]) continue;
        if (this.outcomes[child] === 'succeeded') open.push(child);
        else for (const leaf of this.#tree.leavesBelow(child)) missing.push(leaf);
      }
    }
    return missing.sort((a, b) => a - b).map((leaf) => this.#tree.nodes[leaf].id);
  }
}
