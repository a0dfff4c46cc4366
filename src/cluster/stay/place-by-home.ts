import { upwards } from '../../util/paths.js';
import { type Item, itemsOf } from '../auto/items.js';
import { sizesFor } from '../auto/sizes.js';
import { ascending } from '../ground.js';
import type { Standing } from './standing.js';

/**
 * A leaf for each file that waits for one, as `auto` would have placed it: with what it goes with (a test with its
 * subject), else in the leaf of its folder that it is tied to most, else in that of the nearest folder above. A new folder
 * of some size is a leaf of its own.
 */
export const placeByHome = (standing: Standing): void => {
  const { ground } = standing;
  const all = ground.files.map((_, file) => file);
  const items = itemsOf(ground, all);
  const homes = new Homes(standing, items);
  const late: { readonly item: Item; readonly files: readonly number[] }[] = [];
  for (const item of items) {
    const files = item.files.filter((file) => standing.leaf[file] < 0);
    if (files.length === 0) continue;
    const leaf = homes.leafOfItem(item, files);
    if (leaf === undefined) late.push({ item, files });
    else for (const file of files) standing.move(file, leaf);
  }
  const { small } = sizesFor(ground, all);
  for (const group of homes.newFolders(late)) {
    const files = group.flatMap((one) => [...one.files]).sort(ascending);
    const tokens = files.reduce((sum, file) => sum + ground.files[file].tokens, 0);
    if (files.length >= ground.bounds.minFiles && tokens >= small.tokens) open(standing, files);
    else {
      for (const { item, files: some } of group) {
        const leaf = homes.nearest(item, some);
        if (leaf === undefined) open(standing, some);
        else for (const file of some) standing.move(file, leaf);
      }
    }
  }
};

/** New leaves for some files, as many as the budget asks for. */
const open = (standing: Standing, files: readonly number[]): void => {
  let leaf = -1;
  for (const file of files) {
    const load = { files: 1, tokens: standing.ground.files[file].tokens };
    if (leaf < 0 || !standing.hasRoom(leaf, load)) leaf = standing.open();
    standing.move(file, leaf);
  }
};

/** Which leaves the files of each folder stand in. */
class Homes {
  readonly #standing: Standing;
  /** By folder, and for each folder above it: how many of its files stand in which leaf. */
  readonly #leaves = new Map<string, Map<number, number>>();

  constructor(standing: Standing, items: readonly Item[]) {
    this.#standing = standing;
    for (const { home, files } of items) {
      for (const file of files) {
        const leaf = standing.leaf[file];
        if (leaf < 0) continue;
        for (const folder of upwards(home)) {
          const counts = this.#leaves.get(folder) ?? new Map<number, number>();
          this.#leaves.set(folder, counts.set(leaf, (counts.get(leaf) ?? 0) + 1));
        }
      }
    }
  }

  /** The leaf of what the files go with, or one of their very folder. */
  leafOfItem(item: Item, files: readonly number[]): number | undefined {
    const placed = item.files.filter((file) => !files.includes(file));
    const own = new Map<number, number>();
    for (const file of placed) own.set(this.#standing.leaf[file], (own.get(this.#standing.leaf[file]) ?? 0) + 1);
    return this.#best(own, files) ?? this.#best(this.#leaves.get(item.home), files);
  }

  nearest(item: Item, files: readonly number[]): number | undefined {
    for (const folder of upwards(item.home)) {
      const leaf = this.#best(this.#leaves.get(folder), files);
      if (leaf !== undefined) return leaf;
    }
    return undefined;
  }

  /** What waits, by the topmost folder that is new. */
  newFolders<T extends { readonly item: Item }>(late: readonly T[]): T[][] {
    const groups = new Map<string, T[]>();
    for (const one of late) {
      const isNew = (folder: string) => !this.#leaves.has(folder);
      const top = upwards(one.item.home).filter(isNew).at(-1) ?? one.item.home;
      groups.set(top, [...(groups.get(top) ?? []), one]);
    }
    return [...groups.values()];
  }

  /** Of some leaves the one that files are tied to most, else the one that has most of them; only one with room. */
  #best(counts: ReadonlyMap<number, number> | undefined, files: readonly number[]): number | undefined {
    if (!counts) return undefined;
    const tokens = files.reduce((sum, file) => sum + this.#standing.ground.files[file].tokens, 0);
    const ties = this.#standing.tiesOf(files);
    const [best] = [...counts]
      .filter(([leaf]) => this.#standing.hasRoom(leaf, { files: files.length, tokens }))
      .sort((a, b) => (ties.get(b[0]) ?? 0) - (ties.get(a[0]) ?? 0) || b[1] - a[1] || a[0] - b[0]);
    return best?.[0];
  }
}
