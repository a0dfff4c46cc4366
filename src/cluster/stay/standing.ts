import { fits } from '../../domain/bounds.js';
import { ascending, type Ground } from '../ground.js';

/** Where each file stands now, leaf by leaf, beside where it stood before. Leaves may be empty; numbers never change. */
export class Standing {
  readonly ground: Ground;
  /** The leaf each file stood in; -1 for those that are new. */
  readonly home: Int32Array;
  /** The leaf each file stands in; -1 while it waits for one. */
  readonly leaf: Int32Array;
  readonly #tokens: number[];
  readonly #files: number[];

  constructor(ground: Ground, home: Int32Array, leaves: number) {
    this.ground = ground;
    this.home = home;
    this.leaf = home.slice();
    this.#tokens = new Array(leaves).fill(0);
    this.#files = new Array(leaves).fill(0);
    for (let file = 0; file < home.length; file++) if (home[file] >= 0) this.#count(file, home[file], 1);
  }

  get leaves(): number {
    return this.#files.length;
  }

  load(leaf: number): { readonly files: number; readonly tokens: number } {
    return { files: this.#files[leaf], tokens: this.#tokens[leaf] };
  }

  open(): number {
    this.#tokens.push(0);
    return this.#files.push(0) - 1;
  }

  /** Puts a file into a leaf, or nowhere (-1). */
  move(file: number, to: number): void {
    if (this.leaf[file] >= 0) this.#count(file, this.leaf[file], -1);
    if (to >= 0) this.#count(file, to, 1);
    this.leaf[file] = to;
  }

  hasRoom(leaf: number, { files, tokens }: { readonly files: number; readonly tokens: number }): boolean {
    return fits({ files: this.#files[leaf] + files, tokens: this.#tokens[leaf] + tokens }, this.ground.bounds);
  }

  /** The files of each leaf, sorted. */
  units(): number[][] {
    const units: number[][] = Array.from({ length: this.leaves }, () => []);
    for (let file = 0; file < this.leaf.length; file++) if (this.leaf[file] >= 0) units[this.leaf[file]].push(file);
    return units;
  }

  /** The files that wait for a leaf, sorted. */
  waiting(): number[] {
    return Array.from(this.leaf.keys())
      .filter((file) => this.leaf[file] < 0)
      .sort(ascending);
  }

  /** The ties of some files to the leaves of others. */
  tiesOf(files: readonly number[]): Map<number, number> {
    const { offset, neighbour, weight } = this.ground.imports;
    const ties = new Map<number, number>();
    for (const file of files) {
      for (let e = offset[file]; e < offset[file + 1]; e++) {
        const leaf = this.leaf[neighbour[e]];
        if (leaf >= 0) ties.set(leaf, (ties.get(leaf) ?? 0) + weight[e]);
      }
    }
    return ties;
  }

  #count(file: number, leaf: number, sign: 1 | -1): void {
    this.#tokens[leaf] += sign * this.ground.files[file].tokens;
    this.#files[leaf] += sign;
  }
}
