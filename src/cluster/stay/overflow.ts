import { fits } from '../../domain/bounds.js';
import { tokensOf } from '../ground.js';
import { partition } from '../leaves.js';
import type { Standing } from './standing.js';

/** A leaf above this many budgets is split anew; below, the files that are least at home there go. */
const splitFrom = 1.3;

/**
 * Makes leaves meet the budget: files that leave wait for another leaf, parts that are split off have one. Where leaves
 * that are far above it are split by others, `splitsLarge` is false.
 */
export const relieve = (standing: Standing, splitsLarge = true): void => {
  const { ground } = standing;
  const { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = ground.bounds;
  standing.units().forEach((unit, leaf) => {
    if (unit.length < 2 || fits(standing.load(leaf), ground.bounds)) return;
    for (const file of unit) {
      if (ground.files[file].tokens <= maxTokens || standing.load(leaf).files < 2) continue;
      standing.move(file, standing.open());
    }
    const { files, tokens } = standing.load(leaf);
    if (files < 2 || fits({ files, tokens }, ground.bounds)) return;
    const rest = unit.filter((file) => standing.leaf[file] === leaf);
    const isLarge = Math.max(tokens / maxTokens, files / maxFiles) > splitFrom;
    if (isLarge && splitsLarge) split(standing, rest);
    else if (!isLarge) eject(standing, leaf, rest);
  });
};

/** Splits a leaf by its ties; the largest part stays. */
const split = (standing: Standing, files: readonly number[]): void => {
  const [, ...others] = partition(standing.ground, files).sort((a, b) => b.length - a.length || a[0] - b[0]);
  for (const part of others) {
    const leaf = standing.open();
    for (const file of part) standing.move(file, leaf);
  }
};

/** Takes files out, those first that are least tied to the rest for the room they make. */
const eject = (standing: Standing, leaf: number, files: readonly number[]): void => {
  const { ground } = standing;
  const { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = ground.bounds;
  const inside = [...files];
  while (!fits(standing.load(leaf), ground.bounds) && inside.length > 1) {
    const load = standing.load(leaf);
    const excess = { tokens: Math.max(0, load.tokens - maxTokens), files: Math.max(0, load.files - maxFiles) };
    let [best, bestCost] = [-1, Number.POSITIVE_INFINITY];
    for (const file of inside) {
      const ties = standing.tiesOf([file]);
      const here = ties.get(leaf) ?? 0;
      ties.delete(leaf);
      const one = { files: 1, tokens: tokensOf(ground, [file]) };
      let away = 0;
      for (const [other, sum] of ties) if (sum > away && standing.hasRoom(other, one)) away = sum;
      const relief = excess.tokens > 0 ? Math.min(one.tokens, excess.tokens) / excess.tokens : 1;
      const cost = relief === 0 ? Number.POSITIVE_INFINITY : (Math.max(0, here - away) + 1) / relief;
      if (cost < bestCost) [best, bestCost] = [file, cost];
    }
    standing.move(best < 0 ? inside[0] : best, -1);
    inside.splice(inside.indexOf(best < 0 ? inside[0] : best), 1);
  }
};
