import { improve } from './improve.js';
import { relieve } from './overflow.js';
import { placeWaiting } from './place.js';
import type { Standing } from './standing.js';

/**
 * What leaving its old leaf costs a file, as a share of the ties a file has on average: a fixed price is too high where
 * files have few ties, and too low where they have many.
 */
const priceOfLeaving = 0.045;
/** So many files may move for each file that is new, has to leave, or has other ties than before: those around it. */
const reach = 20;

/**
 * Leaves within the budget that stay close to those of an earlier plan: what is new or has to leave is placed by its
 * ties, then the files around each change are annealed, with a price on leaving one's old leaf.
 */
export const warmLeaves = (standing: Standing, changed: Uint8Array): void => {
  relieve(standing);
  placeWaiting(standing);
  const movable = nearChanges(standing, changed);
  if (movable.length === 0) return;
  const { weight, size } = standing.ground.imports;
  const penalty = (priceOfLeaving * weight.reduce((sum, value) => sum + value, 0)) / size;
  const leaf = improve({ standing, movable, penalty });
  for (const file of movable) if (leaf[file] !== standing.leaf[file]) standing.move(file, leaf[file]);
};

/** The files to which something happened, and those around them, nearest first. */
const nearChanges = (standing: Standing, changed: Uint8Array): number[] => {
  const { offset, neighbour } = standing.ground.imports;
  const isNear = changed.map((value, file) => (standing.leaf[file] === standing.home[file] ? value : 1));
  const near = Array.from(isNear.keys()).filter((file) => isNear[file] === 1);
  const most = reach * near.length;
  for (let i = 0; i < near.length && near.length < most; i++) {
    for (let e = offset[near[i]]; e < offset[near[i] + 1] && near.length < most; e++) {
      if (isNear[neighbour[e]] === 1) continue;
      isNear[neighbour[e]] = 1;
      near.push(neighbour[e]);
    }
  }
  return near.filter((file) => offset[file + 1] > offset[file]).sort((a, b) => a - b);
};
