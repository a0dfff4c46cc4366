import type { Order } from '../domain/order.js';
import type { Units } from './units.js';
import type { Work } from './work.js';

/**
 * The place of each node in the queue, least first. Rollups come before leaves: they are what finished work waits for,
 * and a branch has no other cost that could be known.
 */
export const ranksOf = ({ leaves, branches }: Work, order: Order): Int32Array => {
  const ranks = new Int32Array(leaves.length + branches.length);
  const costs = order === 'dependencies' ? chainCosts(leaves) : leaves.map(({ cost }) => cost);
  const sorted = leaves.map((_, leaf) => leaf);
  // Sorting is stable, so ties stay in plan order.
  if (order !== 'plan') sorted.sort((a, b) => costs[b] - costs[a]);
  sorted.forEach((leaf, place) => {
    ranks[leaf] = place;
  });
  for (let i = 0; i < branches.length; i++) ranks[leaves.length + i] = i - branches.length;
  return ranks;
};

/** What a leaf costs together with the longest chain of leaves that wait for it. */
const chainCosts = (leaves: Work['leaves']): number[] => {
  const below = leaves.map(() => 0);
  const waiting = new Int32Array(leaves.length);
  for (const { dependsOn } of leaves) for (const on of dependsOn) waiting[on]++;
  const free = leaves.flatMap((_, leaf) => (waiting[leaf] === 0 ? [leaf] : []));
  for (let at = 0; at < free.length; at++) {
    const { cost, dependsOn } = leaves[free[at]];
    for (const on of dependsOn) {
      below[on] = Math.max(below[on], below[free[at]] + cost);
      if (--waiting[on] === 0) free.push(on);
    }
  }
  return leaves.map(({ cost }, leaf) => cost + below[leaf]);
};

/** The same for units: tries of one leaf come one after the other. */
export const unitRanks = (ranks: Int32Array, units: Units): Int32Array => {
  if (units.breadth === 1) return ranks;
  const all = new Int32Array(units.count);
  for (let unit = 0; unit < units.count; unit++) {
    const { node, try: number } = units.nameOf(unit);
    all[unit] = ranks[node] * units.breadth + number - 1;
  }
  return all;
};
