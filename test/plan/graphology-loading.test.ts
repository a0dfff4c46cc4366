import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { planOfLeaves } from './plan-of-leaves.js';

const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('graphology'));

it('graphology is loaded when a graph is asked for, and not to make, write or read a plan', () => {
  const plan = planOfLeaves(3, [[0, 1]]);
  expect(plan.leaves[0].dependsOn).toHaveLength(1);
  JSON.stringify(plan);
  expect(loaded()).toEqual([]);
  expect(plan.graph('leaves').order).toBe(3);
  expect(loaded()).not.toEqual([]);
});
