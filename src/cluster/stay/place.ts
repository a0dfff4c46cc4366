import type { StrategyUse } from '../../domain/measures.js';
import { induced } from '../adjacency.js';
import { agglomerate } from '../agglomerate.js';
import { tokensOf } from '../ground.js';
import { findHomes } from '../homes.js';
import { problemOf } from '../leaves.js';
import type { Unit } from '../unit.js';
import type { Standing } from './standing.js';

/**
 * A leaf for each file that waits for one: what came together goes together, to the leaf it is tied to most that has room.
 * A group that has nowhere to go is a leaf of its own if it has enough files; the rest goes to its folder. Where the plan
 * follows folders or languages, so do they.
 */
export const placeWaiting = (standing: Standing, way: StrategyUse = 'imports'): void => {
  const { ground } = standing;
  const waiting = standing.waiting().filter((file) => {
    if (ground.files[file].tokens <= (ground.bounds.maxTokens ?? Number.POSITIVE_INFINITY)) return true;
    standing.move(file, standing.open());
    return false;
  });
  if (waiting.length === 0) return;
  for (const group of way === 'directory' || way === 'language' ? [] : groupsOf(standing, waiting)) {
    if (placeTogether(standing, group)) continue;
    if (group.length >= ground.bounds.minFiles) {
      const leaf = standing.open();
      for (const file of group) standing.move(file, leaf);
    } else for (const file of group) placeTogether(standing, [file]);
  }
  if (way !== 'language') placeByFolder(standing, standing.waiting(), () => true);
  else {
    const language = (file: number) => ground.files[file].language;
    for (const name of new Set(standing.waiting().map(language))) {
      const loose = standing.waiting().filter((file) => language(file) === name);
      placeByFolder(standing, loose, ([first]) => language(first) === name);
    }
  }
};

/** Puts files where most of their folder is, among the leaves that will do, else together in leaves of their own. */
const placeByFolder = (standing: Standing, loose: readonly number[], mayTake: (unit: Unit) => boolean): void => {
  if (loose.length === 0) return;
  const open = standing.units().flatMap((unit, leaf) => (unit.length > 0 && mayTake(unit) ? [{ unit, leaf }] : []));
  const homes = findHomes({ ground: standing.ground, leaves: open.map(({ unit }) => unit), loose });
  const may = new Set(open.map(({ leaf }) => leaf));
  homes.forEach((unit, i) => {
    const waiting = unit.filter((file) => standing.leaf[file] < 0);
    // A leaf that is short of files would draw others to it, which have no reason to move.
    const near = i < open.length || unit.length >= standing.ground.bounds.minFiles ? [] : waiting;
    for (const file of near) standing.move(file, nearestByPath(standing, file, may));
    const left = waiting.filter((file) => standing.leaf[file] < 0);
    if (left.length === 0) return;
    const leaf = open[i]?.leaf ?? standing.open();
    for (const file of left) standing.move(file, leaf);
  });
};

/** The leaf of the nearest file in path order that has room; -1 where none has. */
const nearestByPath = (standing: Standing, file: number, may: ReadonlySet<number>): number => {
  const load = { files: 1, tokens: standing.ground.files[file].tokens };
  for (let step = 1; step < standing.leaf.length; step++) {
    for (const at of [file - step, file + step]) {
      const leaf = standing.leaf[at] ?? -1;
      if (leaf >= 0 && may.has(leaf) && standing.hasRoom(leaf, load)) return leaf;
    }
  }
  return -1;
};

/** Waiting files that are tied to each other, as far as they fit one leaf; most files first. */
const groupsOf = (standing: Standing, waiting: readonly number[]): number[][] => {
  const { ground } = standing;
  const graph = induced(ground.imports, waiting, ground.scratch);
  if (graph.neighbour.length === 0) return waiting.map((file) => [file]);
  const { leaf, leaves } = agglomerate(problemOf(ground, waiting), ground.seed);
  const groups: number[][] = Array.from({ length: leaves }, () => []);
  waiting.forEach((file, v) => {
    groups[leaf[v]].push(file);
  });
  return groups.sort((a, b) => b.length - a.length || a[0] - b[0]);
};

/** Whether a leaf was found that the files are tied to, with room for all of them. */
const placeTogether = (standing: Standing, files: readonly number[]): boolean => {
  const load = { files: files.length, tokens: tokensOf(standing.ground, files) };
  let [best, strongest] = [-1, 0];
  for (const [leaf, sum] of standing.tiesOf(files)) {
    if (sum < strongest || (sum === strongest && leaf > best) || !standing.hasRoom(leaf, load)) continue;
    [best, strongest] = [leaf, sum];
  }
  if (best < 0) return false;
  for (const file of files) standing.move(file, best);
  return true;
};
