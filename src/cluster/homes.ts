import { fits } from '../domain/bounds.js';
import { folderOf } from '../util/paths.js';
import { ascending, type Ground } from './ground.js';
import { packInPathOrder } from './packing.js';
import type { Unit } from './unit.js';

export interface Homeless {
  readonly ground: Ground;
  readonly leaves: readonly Unit[];
  /** Files without ties, sorted. */
  readonly loose: readonly number[];
}

interface Home {
  readonly files: number[];
  tokens: number;
}

/**
 * A home for each file without ties: first where files are missing, then where most of its folder is, and the rest
 * together in leaves of their own, folder by folder.
 */
export const findHomes = ({ ground, leaves, loose }: Homeless): Unit[] => {
  const homes: Home[] = leaves.map((files) => ({
    files: [...files],
    tokens: files.reduce((sum, file) => sum + ground.files[file].tokens, 0),
  }));
  const waiting = new Waiting(loose);
  const hasRoom = ({ files, tokens }: Home, file: number) =>
    fits({ files: files.length + 1, tokens: tokens + ground.files[file].tokens }, ground.bounds);
  const take = (home: Home, file: number) => {
    home.files.push(file);
    home.tokens += ground.files[file].tokens;
    waiting.remove(file);
  };

  for (const home of homes) {
    while (home.files.length < ground.bounds.minFiles) {
      const file = waiting.nearest(home.files, (candidate) => hasRoom(home, candidate));
      if (file === undefined) break;
      take(home, file);
    }
  }
  const byFolder = homesByFolder(ground, homes);
  for (const file of waiting.files()) {
    const home = byFolder.get(folderOf(ground.files[file].path))?.find((candidate) => hasRoom(candidate, file));
    if (home) take(home, file);
  }
  return [...homes.map(({ files }) => files.sort(ascending)), ...packInPathOrder(ground, waiting.files())];
};

/** The homes that hold files of a folder, those with most of them first. */
const homesByFolder = (ground: Ground, homes: readonly Home[]): Map<string, Home[]> => {
  const counts = new Map<string, Map<Home, number>>();
  for (const home of homes) {
    for (const file of home.files) {
      const folder = folderOf(ground.files[file].path);
      const inFolder = counts.get(folder) ?? new Map<Home, number>();
      counts.set(folder, inFolder.set(home, (inFolder.get(home) ?? 0) + 1));
    }
  }
  const sorted = new Map<string, Home[]>();
  for (const [folder, inFolder] of counts) {
    const most = [...inFolder].sort((a, b) => b[1] - a[1] || a[0].files[0] - b[0].files[0]);
    sorted.set(
      folder,
      most.map(([home]) => home),
    );
  }
  return sorted;
};

/** How far along the paths a leaf looks for a file that fits. */
const reach = 32;

/** Files that wait for a home, in path order. */
class Waiting {
  readonly #sorted: readonly number[];
  readonly #gone = new Set<number>();

  constructor(sorted: readonly number[]) {
    this.#sorted = sorted;
  }

  files(): number[] {
    return this.#sorted.filter((file) => !this.#gone.has(file));
  }

  remove(file: number): void {
    this.#gone.add(file);
  }

  /** The waiting file that stands nearest, in path order, to any of the given ones. */
  nearest(to: readonly number[], fits: (file: number) => boolean): number | undefined {
    if (this.#gone.size === this.#sorted.length) return undefined;
    let [best, distance]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const file of to) {
      const at = this.#firstAfter(file);
      for (const [start, step] of [
        [at, 1],
        [at - 1, -1],
      ]) {
        const found = this.#scan(start, step, fits);
        if (found !== undefined && Math.abs(found - file) < distance)
          [best, distance] = [found, Math.abs(found - file)];
      }
    }
    return best;
  }

  #scan(start: number, step: number, fits: (file: number) => boolean): number | undefined {
    let seen = 0;
    for (let i = start; i >= 0 && i < this.#sorted.length && seen < reach; i += step) {
      const file = this.#sorted[i];
      if (this.#gone.has(file)) continue;
      if (fits(file)) return file;
      seen++;
    }
    return undefined;
  }

  #firstAfter(file: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle] < file) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
