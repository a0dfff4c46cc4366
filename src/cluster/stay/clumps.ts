import { ascending } from '../ground.js';
import type { Unit } from '../unit.js';
import type { Standing } from './standing.js';

const largest = 16;

/**
 * Small sets of files that are tied to each other and to nothing else in their leaf: file by file they would not move,
 * since the first to leave loses its ties. Files of larger sets are units of their own.
 */
export const clumpsOf = ({ ground, leaf }: Standing, movable: readonly number[]): Unit[] => {
  const { offset, neighbour } = ground.imports;
  const isMovable = new Uint8Array(leaf.length);
  for (const file of movable) isMovable[file] = 1;
  const isSeen = new Uint8Array(leaf.length);
  return movable.flatMap((start): Unit[] => {
    if (isSeen[start] === 1) return [];
    isSeen[start] = 1;
    const clump = [start];
    let isWhole = true;
    for (let i = 0; i < clump.length; i++) {
      for (let e = offset[clump[i]]; e < offset[clump[i] + 1]; e++) {
        const other = neighbour[e];
        if (leaf[other] !== leaf[start] || isSeen[other] === 1) continue;
        if (isMovable[other] === 0) isWhole = false;
        else {
          isSeen[other] = 1;
          clump.push(other);
        }
      }
    }
    return isWhole && clump.length <= largest ? [clump.sort(ascending)] : clump.map((file) => [file]);
  });
};
