import type { ProjectFile } from '../../domain/inventory.js';
import type { LeafReason } from '../../domain/subplan.js';
import { isWithin } from '../../util/paths.js';
import type { Ground } from '../ground.js';
import type { Item } from './items.js';
import type { LeafPart } from './part.js';
import { mainOf, sideOf } from './sides.js';

/** A leaf while leaves are joined: what it holds, and what it is tied to. */
export class JoinedLeaf {
  readonly number: number;
  readonly folder: string;
  items: Item[] = [];
  readonly ties = new Map<JoinedLeaf, number>();
  files = 0;
  tokens = 0;
  stopped: LeafReason | undefined;
  gone = false;
  /** Grows with each join: what was said of it before holds no longer. */
  version = 0;
  readonly #all: readonly ProjectFile[];
  /** Tokens by side (see sides.ts) and by package. */
  readonly #sides = new Map<string, number>();
  readonly #packages = new Map<string, number>();
  #degree = 0;
  #side = '';
  #package = '';

  constructor({ files: all }: Ground, part: LeafPart, number: number) {
    this.#all = all;
    this.number = number;
    this.folder = part.folder;
    this.stopped = part.stopped;
    this.hold(part.items);
  }

  /** Holds these items and no others. What it is tied to is not looked up again. */
  hold(items: readonly Item[]): void {
    this.version++;
    this.items = [...items];
    this.files = 0;
    this.tokens = 0;
    this.#sides.clear();
    this.#packages.clear();
    for (const item of items) {
      this.files += item.files.length;
      this.tokens += item.tokens;
      for (const file of item.files) {
        const { role, tokens, package: its } = this.#all[file];
        add(this.#sides, role === 'test' ? role : sideOf(role), tokens + 1);
        add(this.#packages, its, tokens + 1);
      }
    }
    this.#look();
  }

  /** Its items and those of another, each with about half of both: the other gets those that stand next to its own. */
  evenedWith(other: JoinedLeaf): [own: readonly Item[], others: readonly Item[]] {
    const isBefore = this.number < other.number;
    const all = isBefore ? [...this.items, ...other.items] : [...other.items, ...this.items];
    const half = (this.tokens + other.tokens) / 2;
    const halfOfFiles = (this.files + other.files) / 2;
    const weigh = ({ files, tokens }: Item) => (half > 0 ? tokens / half : files.length / halfOfFiles);
    let [at, sum] = [0, 0];
    while (sum + weigh(all[at]) / 2 < 1) sum += weigh(all[at++]);
    return isBefore ? [all.slice(0, at), all.slice(at)] : [all.slice(at), all.slice(0, at)];
  }

  tie(other: JoinedLeaf, weight: number): void {
    add(this.ties, other, weight);
    this.#degree += weight;
  }

  /** From 0 to about 1: ties, and folders that enclose each other. */
  closeness(other: JoinedLeaf): number {
    const tied = (this.ties.get(other) ?? 0) / (1 + Math.min(this.#degree, other.#degree));
    // The root encloses everything, which says nothing.
    const isEnclosed = this.folder !== '' && other.folder !== '' && areNested(this.folder, other.folder);
    return tied + (isEnclosed ? enclosed : 0);
  }

  /** What joining the two would mix: packages, and sources with other things. */
  mixing(other: JoinedLeaf): number {
    return (this.#package === other.#package ? 0 : mixedPackages) + sidePrice(this.#side, other.#side);
  }

  absorb(small: JoinedLeaf): void {
    small.gone = true;
    this.version++;
    if (small.files > this.files) this.stopped = small.stopped;
    this.items.push(...small.items);
    this.files += small.files;
    this.tokens += small.tokens;
    for (const [side, tokens] of small.#sides) add(this.#sides, side, tokens);
    for (const [its, tokens] of small.#packages) add(this.#packages, its, tokens);
    this.#degree -= this.ties.get(small) ?? 0;
    this.ties.delete(small);
    for (const [other, weight] of small.ties) {
      other.ties.delete(small);
      if (other === this) continue;
      this.tie(other, weight);
      add(other.ties, this, weight);
    }
    this.#look();
  }

  #look(): void {
    const whole = [...this.#sides.values()].reduce((sum, tokens) => sum + tokens, 0);
    const isCarried = (this.#sides.get('source') ?? 0) >= carried * whole;
    this.#side = isCarried ? 'source' : mainOf(this.#sides);
    this.#package = mainOf(this.#packages);
  }
}

const enclosed = 0.2;
/** What it costs to mix, where a leaf filled by half costs a half. */
const mixedPackages = 2;
const mixedSides = 1.5;
const mixedTests = 1;
/** A leaf with this share of sources is one of sources: their tests may be larger. */
const carried = 0.15;

const areNested = (a: string, b: string): boolean => isWithin(a, b) || isWithin(b, a);

const sidePrice = (a: string, b: string): number => {
  if (a === b) return 0;
  const areTests = [a, b].every((side) => side === 'source' || side === 'test');
  return areTests ? mixedTests : mixedSides;
};

const add = <Key>(sums: Map<Key, number>, key: Key, value: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + value);
};
