import { expect, test } from 'vitest';
import { Records } from '../../src/run/records.js';
import { RunTree } from '../../src/run/run-tree.js';

test('a branch of 300,000 leaves that fails says which leaves it lacks', () => {
  const count = 300_000;
  const leaf = { cost: 1, dependsOn: [], limits: [] };
  const inner = Array.from({ length: count }, (_, i) => i);
  const work = {
    leaves: [...inner, count].map(() => leaf),
    branches: [{ children: [count + 2, count] }, { children: inner }],
  };
  const nodes = Array.from({ length: count + 3 }, (_, i) => ({
    ...{ id: `${i}`, label: `${i}`, depth: 0, tokens: 1, leaf: i <= count ? ({} as never) : undefined },
  }));
  const tree = new RunTree(nodes, work);
  const records = new Records(tree, undefined);
  for (let i = 0; i <= count; i++) records.settle(i, 'succeeded');
  records.settle(count + 2, 'failed');
  records.settle(count + 1, 'succeeded');
  const { leaves, covered, missing } = records.coverage(count + 1);
  expect([leaves, covered, missing.length]).toEqual([count + 1, 1, count]);
});
