import type { Sample } from '../domain/sample.js';
import type { Leaf } from '../domain/subplan.js';
import { digest } from '../ledger/stored-value.js';
import type { Family } from '../run/family.js';
import type { ChildValue } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';

export interface Identities {
  /** Undefined where the code cannot be told from any other: then nothing it makes can be. */
  readonly task: string | undefined;
  readonly rollUp: string | undefined;
  /** Where leaves are sampled: how. */
  readonly sampling?: string;
  /** What a leaf is handed besides what the plan says of it: stands for the AGENTS.md in its prompt. */
  readonly more?: (leaf: Leaf) => string;
}

/** Raised when fingerprints are made in another way: values found by the old ones are not found any more. */
const version = 1;

/** Hashes of all that decides a value: what a task is handed, and what the task is. */
export class Fingerprints {
  readonly #tree: RunTree;
  readonly #goal: string | undefined;
  readonly #identities: Identities;
  readonly #families = new WeakMap<Family, string>();

  constructor(tree: RunTree, goal: string | undefined, identities: Identities) {
    this.#tree = tree;
    this.#goal = goal;
    this.#identities = identities;
  }

  /** `files` stands for what the leaf's files hold. Samples of one leaf are told apart by their index. */
  leaf(node: number, files: string, sample?: Sample): string | undefined {
    const { task, sampling, more } = this.#identities;
    if (task === undefined) return undefined;
    const leaf = this.#tree.nodes[node].leaf as Leaf;
    // Not `dependsOn`: those are ids, which change with every file that another leaf gains.
    // Nor the lineage of a trial: replications that are added later leave those before them as they were.
    const handed = leaf.trial
      ? [task, this.#goal, leaf.trial]
      : [task, this.#goal, leaf.files, leaf.context, this.#lineage(node), files];
    const told = more ? [more(leaf)] : [];
    const sampled = sampling === undefined ? [] : [sampling, sample?.try, sample?.round];
    return digest(JSON.stringify(['leaf', version, ...handed, ...told, ...sampled]));
  }

  branch(node: number, children: readonly ChildValue[]): string | undefined {
    const { task, rollUp } = this.#identities;
    if (task === undefined || rollUp === undefined) return undefined;
    const below = this.#tree.children(node).map((child, i) => {
      const { id, label } = this.#tree.nodes[child];
      return [id, label, children[i].outcome, children[i].hash];
    });
    return digest(JSON.stringify(['branch', version, task, rollUp, this.#goal, this.#lineage(node), below]));
  }

  /** A family is hashed once for all its members. */
  #lineage(node: number): unknown {
    const { family, place } = this.#tree.kinship(node);
    let known = this.#families.get(family);
    if (known === undefined) {
      known = digest(JSON.stringify([family.above, family.members]));
      this.#families.set(family, known);
    }
    return [known, place];
  }
}
