import type { Facts } from './facts.js';

/** What a leaf and the longest chain of leaves waiting for it cost, by asking each of them. */
const chainCosts = ({ work: { leaves } }: Facts): number[] => {
  const dependents = leaves.map((_, leaf) =>
    leaves.flatMap(({ dependsOn }, i) => (dependsOn.includes(leaf) ? [i] : [])),
  );
  const known = new Map<number, number>();
  const chain = (leaf: number): number => {
    const found = known.get(leaf) ?? leaves[leaf].cost + Math.max(0, ...dependents[leaf].map(chain));
    known.set(leaf, found);
    return found;
  };
  return leaves.map((_, leaf) => chain(leaf));
};

/** All nodes, the most urgent first: rollups, then leaves by what they cost, and ties as they stand. */
export const byUrgency = (facts: Facts): number[] => {
  const { leaves, branches } = facts.work;
  const { order } = facts.settings;
  const costs = order === 'dependencies' ? chainCosts(facts) : leaves.map(({ cost }) => (order === 'plan' ? 0 : cost));
  const sorted = leaves.map((_, leaf) => leaf).sort((a, b) => costs[b] - costs[a] || a - b);
  return [...branches.map((_, i) => leaves.length + i), ...sorted];
};
