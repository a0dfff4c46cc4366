import type { Branch, Leaf, Subplan } from '../domain/subplan.js';
import type { Case, Design, Trial } from '../domain/trial.js';
import { deepFreeze } from '../util/deep-freeze.js';
import { idOf } from '../util/id-of.js';
import type { Cell } from './design.js';
import { type TrialNode, trialTree } from './trial-tree.js';

const experimentFormat = 'subplan/plan';
const experimentKind = 'experiment';

/** The JSON of an experiment's plan: the design, from which all else follows. */
export interface ExperimentJson extends Omit<Design, 'name' | 'goal'> {
  readonly format: typeof experimentFormat;
  readonly version: 1;
  readonly kind: typeof experimentKind;
  readonly name?: string;
  readonly goal?: string;
}

/** Whether a plan that was read is of an experiment. */
export const isExperimentJson = (json: unknown): json is ExperimentJson =>
  (json as { readonly kind?: unknown } | null)?.kind === experimentKind;

/** A leaf of an experiment. */
export type TrialLeaf = Leaf & { readonly trial: Trial };

/** The trials of an experiment as a tree of subplans, which runs as every plan does. Never changes once made. */
export class ExperimentPlan {
  readonly design: Design;
  readonly goal: string | undefined;
  /** In the order in which they start. */
  readonly leaves: readonly TrialLeaf[];
  readonly branches: readonly Branch[];
  /** Trials are not about files. */
  readonly files: readonly never[] = [];
  readonly #cases: ReadonlyMap<string, Case>;

  constructor({ name, goal, cases, arms, replications, interleave, seed }: Design) {
    // A task that runs in this process gets it as it is, and must not change what the next one gets.
    this.design = deepFreeze(structuredClone({ name, goal, cases, arms, replications, interleave, seed }));
    this.goal = goal;
    const subplans = new Grower(this.design).grow();
    this.leaves = subplans.filter((one): one is TrialLeaf => one.kind === 'leaf');
    this.branches = subplans.filter((one): one is Branch => one.kind === 'branch');
    this.#cases = new Map(this.design.cases.map((one) => [one.id, one]));
  }

  static from(json: unknown): ExperimentPlan {
    const { cases, arms, replications, interleave, seed, name, goal } = json as ExperimentJson;
    return new ExperimentPlan({ cases, arms, replications, interleave, seed, name, goal });
  }

  /** What a good result would be: for the score alone. */
  expected({ trial }: TrialLeaf): unknown {
    return this.#cases.get(trial.case.id)?.expected;
  }

  /** All that decides it. The name does not. */
  essence(): ExperimentJson {
    const { cases, arms, replications, interleave, seed, goal } = this.design;
    const head = { format: experimentFormat, version: 1, kind: experimentKind } as const;
    return { ...head, ...(goal === undefined ? {} : { goal }), cases, arms, replications, interleave, seed };
  }
}

/** Letters that a token stands for, about. */
const lettersPerToken = 4;

/** Makes subplans of the nodes of a tree, each before those below it. */
class Grower {
  readonly #design: Design;
  readonly #made: Subplan[] = [];

  constructor(design: Design) {
    this.#design = design;
  }

  grow(): readonly Subplan[] {
    this.#add(trialTree(this.#design), 0, undefined);
    return this.#made;
  }

  #add(node: TrialNode, depth: number, parent: string | undefined): Subplan {
    if (node.kind === 'trial') {
      const leaf = this.#leaf(node.cell, depth, parent);
      this.#made.push(leaf);
      return leaf;
    }
    const id = idOf(
      'branch',
      trialsBelow(node)
        .map((cell) => this.#keys(cell).join(' '))
        .sort(),
    );
    const at = this.#made.push(undefined as never) - 1;
    const children = node.children.map((child) => this.#add(child, depth + 1, id));
    const branch: Branch = {
      ...{ kind: 'branch', id, depth, parent, label: this.#label(node.at) },
      tokens: children.reduce((sum, { tokens }) => sum + tokens, 0),
      split: { by: 'custom', cut: 0 },
      children: children.map((child) => child.id),
    };
    this.#made[at] = Object.freeze(branch);
    return branch;
  }

  #leaf(cell: Cell, depth: number, parent: string | undefined): TrialLeaf {
    const { cases, arms } = this.#design;
    const { id, input } = cases[cell.case];
    const { name, settings = {} } = arms[cell.arm];
    const trial: Trial = { case: { id, input }, arm: { name, settings }, replication: cell.replication + 1 };
    const keys = this.#keys(cell);
    const letters = JSON.stringify([input, settings])?.length ?? 0;
    return deepFreeze<TrialLeaf>({
      ...{ kind: 'leaf', id: idOf('leaf', keys), label: this.#label(cell), depth, parent, reason: 'fits' },
      ...{ tokens: Math.ceil(letters / lettersPerToken), keys, files: [], context: [], dependsOn: [], trial },
    });
  }

  /** All three, also where a level is left out: a trial keeps its id when replications are added. */
  #keys({ case: number, replication, arm }: Cell): string[] {
    const { cases, arms } = this.#design;
    return [`arm=${arms[arm].name}`, `case=${cases[number].id}`, `replication=${replication + 1}`];
  }

  /** Only what tells it from others. */
  #label({ case: number, replication, arm }: Partial<Cell>): string {
    const { cases, arms, replications, name } = this.#design;
    const parts = [
      ...(number === undefined || cases.length === 1 ? [] : [cases[number].id]),
      ...(arm === undefined || arms.length === 1 ? [] : [arms[arm].name]),
      ...(replication === undefined || replications === 1 ? [] : [String(replication + 1)]),
    ];
    return parts.length > 0 ? parts.join(' · ') : (name ?? 'experiment');
  }
}

const trialsBelow = (node: TrialNode): Cell[] =>
  node.kind === 'trial' ? [node.cell] : node.children.flatMap(trialsBelow);
