import { adjacency } from '../adjacency.js';
import { anneal, type Schedule } from '../anneal.js';
import type { Ground } from '../ground.js';
import type { Problem } from '../problem.js';
import type { Unit } from '../unit.js';

export interface Anchoring {
  readonly ground: Ground;
  /** The leaf each file stands in; changed in place. */
  readonly leaf: Int32Array;
  readonly leaves: number;
  /** The leaf each file stood in before; -1 for none. */
  readonly home: Int32Array;
  /** What may move: files, or groups of files of one leaf that move together. */
  readonly movable: readonly Unit[];
  /** What leaving its old leaf costs a file, in ties. */
  readonly penalty: number;
  readonly schedule: Omit<Schedule, 'fixed'>;
}

/**
 * Anneals some of the files. All others of a leaf are one node that stays, its anchor: so the work is that of the files
 * which may move, however many there are. What leaving one's old leaf costs is a tie to that leaf's anchor.
 */
export const annealSome = ({ ground, leaf, leaves, home, movable, penalty, schedule }: Anchoring): void => {
  const { offset, neighbour, weight } = ground.imports;
  const size = movable.length + leaves;
  const node = new Int32Array(leaf.length).fill(-1);
  movable.forEach((unit, v) => {
    for (const file of unit) node[file] = v;
  });
  const tokens = new Float64Array(size);
  const files = new Float64Array(size);
  for (let file = 0; file < leaf.length; file++) {
    if (leaf[file] < 0) continue;
    const at = node[file] < 0 ? movable.length + leaf[file] : node[file];
    tokens[at] += ground.files[file].tokens;
    files[at]++;
  }
  const [from, to, weights]: number[][] = [[], [], []];
  const tie = (v: number, u: number, sum: number): void => {
    from.push(v);
    to.push(u);
    weights.push(sum);
  };
  movable.forEach((unit, v) => {
    for (const file of unit) {
      for (let e = offset[file]; e < offset[file + 1]; e++) {
        const other = neighbour[e];
        if (leaf[other] < 0) continue;
        if (node[other] < 0) tie(v, movable.length + leaf[other], weight[e]);
        else if (node[other] > v) tie(v, node[other], weight[e]);
      }
      if (home[file] >= 0) tie(v, movable.length + home[file], penalty);
    }
  });
  const problem: Problem = {
    graph: adjacency(size, { from, to, weight: weights }),
    tokens,
    files,
    maxTokens: ground.bounds.maxTokens ?? Number.POSITIVE_INFINITY,
    maxFiles: ground.bounds.maxFiles ?? Number.POSITIVE_INFINITY,
  };
  const start = new Int32Array(size);
  movable.forEach(([file], v) => {
    start[v] = leaf[file];
  });
  for (let l = 0; l < leaves; l++) start[movable.length + l] = l;
  anneal(problem, { leaf: start, leaves }, { ...schedule, fixed: leaves });
  movable.forEach((unit, v) => {
    for (const file of unit) leaf[file] = start[v];
  });
};
