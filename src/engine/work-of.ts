import type { Leaf, Subplan } from '../domain/subplan.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { RunNode } from '../run/run-tree.js';
import type { Work } from '../schedule/work.js';
import type { Runnable } from './runnable.js';

export interface PlannedWork {
  readonly nodes: readonly RunNode[];
  readonly work: Work;
  readonly warnings: readonly string[];
}

/** A plan as a run sees it: by numbers. */
export const workOf = (plan: Runnable, { order, limits }: ExecuteSettings): PlannedWork => {
  const { leaves, branches } = plan;
  const numbers = new Map([...leaves, ...branches].map(({ id }, number) => [id, number]));
  const numberOf = (id: string): number => numbers.get(id) as number;
  const limitsOf = (leaf: Leaf): string[] =>
    [...limits].flatMap(([name, { of }]) => ((of ? of(leaf) === true : leaf.limits?.includes(name)) ? [name] : []));
  const work: Work = {
    leaves: leaves.map((leaf) => ({
      cost: leaf.tokens,
      // Asking a leaf for its dependencies makes those of all, so nobody asks in vain.
      dependsOn: order === 'dependencies' ? leaf.dependsOn.map(numberOf) : none,
      limits: limits.size > 0 ? limitsOf(leaf) : none,
    })),
    branches: branches.map(({ children }) => ({ children: children.map(numberOf) })),
  };
  const carried = new Set(work.leaves.flatMap((leaf) => leaf.limits));
  const idle = [...limits.keys()].filter((name) => !carried.has(name));
  return {
    nodes: [...leaves, ...branches].map((subplan) => new PlanNode(subplan)),
    work,
    warnings: idle.map((name) => `no leaf carries the limit ${JSON.stringify(name)}, so it holds nothing back`),
  };
};

const none: readonly never[] = [];

/** A subplan as a node. Labels are made when they are first asked for; a copy would ask for all of them. */
class PlanNode implements RunNode {
  readonly leaf: Leaf | undefined;
  readonly #subplan: Subplan;

  constructor(subplan: Subplan) {
    this.#subplan = subplan;
    this.leaf = subplan.kind === 'leaf' ? subplan : undefined;
  }

  get id(): string {
    return this.#subplan.id;
  }

  get label(): string {
    return this.#subplan.label;
  }

  get depth(): number {
    return this.#subplan.depth;
  }

  get tokens(): number {
    return this.#subplan.tokens;
  }
}
