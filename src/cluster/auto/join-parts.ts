import { fits, type Load } from '../../domain/bounds.js';
import { Heap } from '../../util/heap.js';
import { weightsBetween } from '../between.js';
import { loadOf } from './bundle.js';
import { branchPart } from './divide.js';
import type { Item } from './items.js';
import { JoinedLeaf } from './joined-leaf.js';
import { leafPart, type Part } from './part.js';
import type { Dividing } from './sizes.js';

export interface JoiningParts extends Dividing {
  /** Whether leaves short of `minFiles` must go, whatever they are joined to. */
  readonly isStrict: boolean;
}

/** Joins that cost more than this mix packages of some size: rather one leaf more. */
const crossingPrice = 2.1;
/** What it costs to join a leaf to one in a folder below its own. */
const fromAbove = 0.3;

interface Branch {
  readonly part: Part;
  readonly parent: Branch | undefined;
  readonly leaves: JoinedLeaf[];
  readonly branches: Branch[];
}

interface Pair {
  /** Takes the other in. */
  readonly into: JoinedLeaf;
  readonly leaf: JoinedLeaf;
  readonly versions: number;
  readonly price: number;
}

/** Joins leaves that are too small to their neighbours, and the cheapest pairs while there are too many. */
export const joinParts = (joining: JoiningParts, part: Part): Part => {
  if (part.kind === 'leaf') return part;
  const joiner = new Joiner(joining, part);
  joiner.joinSmall();
  joiner.joinSurplus();
  joiner.joinFarther();
  return joiner.part();
};

class Joiner {
  readonly #joining: JoiningParts;
  readonly #root: Branch;
  readonly #leaves: JoinedLeaf[] = [];
  readonly #parent = new Map<JoinedLeaf, Branch>();

  constructor(joining: JoiningParts, part: Part) {
    this.#joining = joining;
    this.#root = this.#open(part, undefined);
    const { ground } = joining;
    const sets = this.#leaves.map(({ items }) => items.flatMap(({ files }) => [...files]));
    const graph = weightsBetween(ground.imports, sets, ground.scratch);
    this.#leaves.forEach((leaf, l) => {
      for (let e = graph.offset[l]; e < graph.offset[l + 1]; e++)
        leaf.tie(this.#leaves[graph.neighbour[e]], graph.weight[e]);
    });
  }

  #open(part: Part, parent: Branch | undefined): Branch {
    const branch: Branch = { part, parent, leaves: [], branches: [] };
    if (part.kind === 'leaf') return branch;
    for (const child of part.children) {
      if (child.kind === 'branch') {
        branch.branches.push(this.#open(child, branch));
        continue;
      }
      const leaf = new JoinedLeaf(this.#joining.ground, child, this.#leaves.length);
      this.#leaves.push(leaf);
      this.#parent.set(leaf, branch);
      branch.leaves.push(leaf);
    }
    return branch;
  }

  joinSmall(): void {
    const waiting = new Heap<{ readonly leaf: JoinedLeaf; readonly tokens: number }>(
      (a, b) => a.tokens < b.tokens || (a.tokens === b.tokens && a.leaf.number < b.leaf.number),
    );
    const wait = (leaf: JoinedLeaf) => this.#isSmall(leaf) && waiting.push({ leaf, tokens: leaf.tokens });
    for (const leaf of this.#leaves) wait(leaf);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { leaf, tokens } = next;
      if (leaf.gone || leaf.tokens !== tokens || !this.#isSmall(leaf)) continue;
      const partner = this.#partner(leaf);
      if ((!partner || leaf.mixing(partner) > 0) && this.#refill(leaf)) continue;
      if (!partner) continue;
      this.#join(partner, leaf);
      wait(partner);
    }
  }

  /** Fills a small leaf from the nearest of its folder: rather that than to join it to what it does not belong with. */
  #refill(leaf: JoinedLeaf): boolean {
    const { leaves } = this.#parent.get(leaf) as Branch;
    const near = leaves
      .filter((other) => other !== leaf && other.folder === leaf.folder && leaf.mixing(other) === 0)
      .sort((a, b) => Math.abs(a.number - leaf.number) - Math.abs(b.number - leaf.number) || a.number - b.number);
    for (const other of near) {
      const [kept, moved] = other.evenedWith(leaf);
      const isEnough = (items: readonly Item[]) =>
        fits(loadOf(items), this.#joining.room) && !this.#isSmall(loadOf(items));
      if (!isEnough(kept) || !isEnough(moved)) continue;
      other.hold(kept);
      leaf.hold(moved);
      return true;
    }
    return false;
  }

  #isSmall({ files, tokens }: Load): boolean {
    const { room, isStrict, tiny } = this.#joining;
    const { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY, minFiles } = room;
    if (files < minFiles && (isStrict || (tokens < maxTokens / 2 && files < maxFiles / 2))) return true;
    return tokens < tiny.tokens && files < tiny.files;
  }

  #holds(a: JoinedLeaf, b: JoinedLeaf): boolean {
    const { room, isStrict } = this.#joining;
    const isShort = Math.min(a.files, b.files) < room.minFiles;
    return (isStrict && isShort) || fits({ files: a.files + b.files, tokens: a.tokens + b.tokens }, room);
  }

  /** How far two leaves are beyond what one may hold, where they must be joined all the same. */
  #excess(a: JoinedLeaf, b: JoinedLeaf): number {
    const { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = this.#joining.room;
    return Math.max(1, (a.files + b.files) / maxFiles, (a.tokens + b.tokens) / maxTokens) - 1;
  }

  /** Where a small leaf goes: to a sibling, else into a sub-folder beside it, else to whatever is nearest above. */
  #partner(leaf: JoinedLeaf): JoinedLeaf | undefined {
    const parent = this.#parent.get(leaf) as Branch;
    for (let at: Branch | undefined = parent; at; at = at.parent) {
      let [best, least]: [JoinedLeaf | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
      for (const other of leavesBelow(at)) {
        if (other === leaf || !this.#holds(leaf, other)) continue;
        const isSibling = this.#parent.get(other) === parent;
        const price =
          leaf.mixing(other) - leaf.closeness(other) + (isSibling ? 0 : fromAbove) + this.#excess(leaf, other);
        if (price < least) [best, least] = [other, price];
      }
      if (best) return best;
    }
    return undefined;
  }

  joinSurplus(): void {
    const { mostLeaves } = this.#joining;
    let count = this.#leaves.reduce((sum, { gone }) => sum + Number(!gone), 0);
    if (count <= mostLeaves) return;
    const pairs = new Heap<Pair>(
      (a, b) =>
        a.price < b.price ||
        (a.price === b.price && (a.leaf.number - b.leaf.number || a.into.number - b.into.number) < 0),
    );
    const offer = (leaf: JoinedLeaf, into: JoinedLeaf): void => {
      if (leaf === into || !this.#holds(leaf, into)) return;
      pairs.push({ leaf, into, versions: leaf.version + into.version, price: this.#price(leaf, into) });
    };
    for (const branch of branchesOf(this.#root)) {
      for (const leaf of branch.leaves) {
        for (const other of leavesBelow(branch)) {
          if (this.#parent.get(other) !== branch || other.number < leaf.number) offer(leaf, other);
        }
      }
    }
    for (let next = pairs.pop(); next && next.price < crossingPrice && count > mostLeaves; next = pairs.pop()) {
      const { leaf, into, versions } = next;
      if (leaf.gone || into.gone || leaf.version + into.version !== versions) continue;
      this.#join(into, leaf);
      count--;
      const parent = this.#parent.get(into) as Branch;
      for (const other of leavesBelow(parent)) {
        if (this.#parent.get(other) === parent && other.number > into.number) offer(other, into);
        else offer(into, other);
      }
      for (let at = parent.parent; at; at = at.parent) for (const other of at.leaves) offer(other, into);
    }
  }

  /** What is still too many: the smallest to the nearest that has room in the same package, wherever it stands. */
  joinFarther(): void {
    const { mostLeaves } = this.#joining;
    const left = this.#leaves.filter(({ gone }) => !gone);
    let surplus = left.length - mostLeaves;
    for (const leaf of left.sort((a, b) => a.tokens - b.tokens || a.number - b.number)) {
      if (surplus <= 0) return;
      const partner = leaf.gone ? undefined : this.#partner(leaf);
      if (!partner || leaf.mixing(partner) > 0) continue;
      this.#join(partner, leaf);
      surplus--;
    }
  }

  #price(leaf: JoinedLeaf, into: JoinedLeaf): number {
    const { room } = this.#joining;
    const size =
      room.maxTokens === undefined
        ? Math.min(leaf.files, into.files) / (room.maxFiles ?? 1)
        : Math.min(leaf.tokens, into.tokens) / room.maxTokens;
    const isSibling = this.#parent.get(leaf) === this.#parent.get(into);
    return size * (1 - 0.5 * leaf.closeness(into)) + leaf.mixing(into) + (isSibling ? 0 : fromAbove);
  }

  #join(partner: JoinedLeaf, small: JoinedLeaf): void {
    const { leaves } = this.#parent.get(small) as Branch;
    leaves.splice(leaves.indexOf(small), 1);
    partner.absorb(small);
  }

  part(): Part {
    const build = (branch: Branch): Part | undefined => {
      const { part } = branch;
      const leaves = branch.leaves.map(({ folder, items, stopped }) => leafPart(folder, items, stopped));
      const branches = branch.branches.map(build).filter((one) => one !== undefined);
      const children: Part[] = [...leaves, ...branches];
      if (children.length === 0) return undefined;
      return branchPart(part.folder, part.kind === 'branch' ? part.by : 'directory', children);
    };
    return build(this.#root) as Part;
  }
}

const leavesBelow = (branch: Branch): JoinedLeaf[] =>
  branch.branches.length === 0 ? branch.leaves : [...branch.leaves, ...branch.branches.flatMap(leavesBelow)];
const branchesOf = (branch: Branch): Branch[] => [branch, ...branch.branches.flatMap(branchesOf)];
