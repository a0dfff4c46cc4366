import type { Leaf } from '../domain/subplan.js';
import type { Work } from '../schedule/work.js';
import type { Family } from './family.js';

/** Of more subplans in one branch than this, a task hears of those next to its own only. */
const mostMembers = 64;

/** A node of what is run: leaves first in plan order, then branches in tree order, as the scheduler numbers them. */
export interface RunNode {
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  readonly tokens: number;
  /** The leaf; undefined for a branch. */
  readonly leaf: Leaf | undefined;
}

/** The tree that a run works on. */
export class RunTree {
  readonly nodes: readonly RunNode[];
  readonly leaves: number;
  readonly #children: readonly (readonly number[])[];
  readonly #parent: Int32Array;
  /** Of each node among its parent's children. */
  readonly #place: Int32Array;
  /** By id; made when it is first asked for. */
  #leafOf: Map<string, number> | undefined;
  /** Of each branch, in blocks. */
  readonly #families = new Map<number, Family[]>();

  constructor(nodes: readonly RunNode[], work: Work) {
    this.nodes = nodes;
    this.leaves = work.leaves.length;
    this.#children = work.branches.map(({ children }) => children);
    this.#parent = new Int32Array(nodes.length).fill(-1);
    this.#place = new Int32Array(nodes.length);
    this.#children.forEach((children, i) => {
      children.forEach((child, place) => {
        this.#parent[child] = this.leaves + i;
        this.#place[child] = place;
      });
    });
  }

  /** The number of a leaf; undefined where there is none with this id. */
  leafOf(id: string): number | undefined {
    this.#leafOf ??= new Map(this.nodes.slice(0, this.leaves).map((leaf, node) => [leaf.id, node]));
    return this.#leafOf.get(id);
  }

  isBranch(node: number): boolean {
    return node >= this.leaves;
  }

  children(branch: number): readonly number[] {
    return this.#children[branch - this.leaves];
  }

  /** The top of the tree; undefined where there is nothing. */
  get root(): number | undefined {
    if (this.nodes.length === 0) return undefined;
    return this.nodes.length > this.leaves ? this.leaves : 0;
  }

  /** Leaves below a node, in plan order; the node itself where it is one. */
  leavesBelow(node: number): number[] {
    const found: number[] = [];
    const open = [node];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (!this.isBranch(one)) found.push(one);
      else for (const child of [...this.children(one)].reverse()) open.push(child);
    }
    return found;
  }

  /** The family a node stands in, and its place there. */
  kinship(node: number): { readonly family: Family; readonly place: number } {
    const parent = this.#parent[node];
    if (parent < 0) return { family: { above: [], members: [this.nodes[node].label] }, place: 0 };
    const block = Math.floor(this.#place[node] / mostMembers);
    const known = this.#families.get(parent) ?? [];
    if (known.length === 0) this.#families.set(parent, known);
    known[block] ??= this.#makeFamily(parent, block);
    return { family: known[block], place: this.#place[node] % mostMembers };
  }

  #makeFamily(parent: number, block: number): Family {
    const above: string[] = [];
    for (let one = parent; one >= 0; one = this.#parent[one]) above.push(this.nodes[one].label);
    const members = this.children(parent).slice(block * mostMembers, (block + 1) * mostMembers);
    return { above: above.reverse(), members: members.map((child) => this.nodes[child].label) };
  }
}
