import type { Work, WorkBranch, WorkLeaf } from '../../../src/schedule/work.js';
import type { Draw } from './draw.js';

/** A leaf, or a branch with these below it. */
type Tree = 'leaf' | readonly Tree[];

export const shapes = ['empty', 'single leaf', 'flat', 'no branches', 'deep', 'wide', 'any', 'large'] as const;
type Shape = (typeof shapes)[number];

export const limitNames = ['cpu', 'gpu', 'net'] as const;

export interface SomeWork {
  readonly shape: Shape;
  readonly depth: number;
  readonly work: Work;
}

export const someWork = (draw: Draw): SomeWork => {
  const shape = someShape(draw);
  const trees = treesOf(shape, draw);
  const leaves: WorkLeaf[] = [];
  const branches: { children: number[] }[] = [];
  let depth = 0;
  const number = (tree: Tree, level: number): (() => number) => {
    depth = Math.max(depth, level);
    if (tree === 'leaf') {
      const leaf = leaves.push(someLeaf(draw)) - 1;
      return () => leaf;
    }
    const branch = branches.push({ children: [] }) - 1;
    const children = tree.map((child) => number(child, level + 1));
    // Branches count on from the leaves, so what their numbers are is known only when all leaves are.
    return () => {
      branches[branch].children = children.map((child) => child());
      return leaves.length + branch;
    };
  };
  for (const root of trees.map((tree) => number(tree, 0))) root();
  return { shape, depth, work: { leaves: withDependencies(leaves, draw), branches: branches as WorkBranch[] } };
};

/** The smallest and the largest are rare: they show the same again and again, or take long. */
const someShape = (draw: Draw): Shape => {
  if (draw.chance(0.05)) return draw.pick(['empty', 'single leaf', 'large']);
  return draw.pick(['flat', 'no branches', 'deep', 'wide', 'any']);
};

const flat = (draw: Draw, most: number): Tree[] => Array.from({ length: draw.between(1, most) }, () => 'leaf' as const);

const treesOf = (shape: Shape, draw: Draw): readonly Tree[] => {
  switch (shape) {
    case 'empty':
      return [];
    case 'single leaf':
      return ['leaf'];
    case 'flat':
      return [flat(draw, 30)];
    case 'no branches':
      return flat(draw, 30);
    case 'deep': {
      let tree: Tree = flat(draw, 3);
      for (let level = draw.between(2, 20); level > 0; level--)
        tree = draw.chance(0.6) ? [...flat(draw, 2), tree] : [tree];
      return [tree];
    }
    case 'wide':
      return [Array.from({ length: draw.between(2, 9) }, () => flat(draw, 6))];
    case 'any':
      return [someTree(draw, draw.between(2, 5))];
    case 'large':
      return [
        Array.from({ length: draw.between(4, 24) }, () => (draw.chance(0.5) ? flat(draw, 20) : someTree(draw, 4))),
      ];
  }
};

const someTree = (draw: Draw, levels: number): Tree =>
  levels === 0 || draw.chance(0.25)
    ? 'leaf'
    : Array.from({ length: draw.between(1, 4) }, () => someTree(draw, levels - 1));

const someLeaf = (draw: Draw): WorkLeaf => ({
  cost: draw.pick([0, 1, 1, 5, draw.between(0, 100)]),
  dependsOn: [],
  // The last one is a name that no limit has.
  limits: draw.chance(0.6) ? [] : [draw.pick(limitNames), draw.pick([...limitNames, 'unlimited'])],
});

/** Each leaf depends on a few that stand before it in a random order, so there is no circle. */
const withDependencies = (leaves: readonly WorkLeaf[], draw: Draw): WorkLeaf[] => {
  const place = leaves.map(() => draw.between(0, 1_000_000));
  const order = leaves.map((_, leaf) => leaf).sort((a, b) => place[a] - place[b]);
  const at = new Map(order.map((leaf, i) => [leaf, i]));
  const asChain = draw.chance(0.2);
  const density = draw.pick([0, 0.3, 0.8]);
  return leaves.map((leaf, i): WorkLeaf => {
    const before = at.get(i) as number;
    if (before === 0) return leaf;
    if (asChain) return { ...leaf, dependsOn: [order[before - 1]] };
    const count = draw.chance(density) ? draw.between(1, 3) : 0;
    return { ...leaf, dependsOn: Array.from({ length: count }, () => order[draw.between(0, before - 1)]) };
  });
};
