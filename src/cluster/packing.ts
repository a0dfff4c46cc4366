import { fits } from '../domain/bounds.js';
import { type Ground, tokensOf } from './ground.js';
import type { Unit } from './unit.js';

/** Packs files into leaves within the budget, in path order: what is left to do where nothing ties files together. */
export const packInPathOrder = (ground: Ground, files: readonly number[]): Unit[] => {
  const packed: number[][] = [];
  let tokens = 0;
  for (const file of files) {
    const last = packed.at(-1);
    const more = ground.files[file].tokens;
    if (last && fits({ files: last.length + 1, tokens: tokens + more }, ground.bounds)) {
      last.push(file);
      tokens += more;
    } else {
      packed.push([file]);
      tokens = more;
    }
  }
  return evenOut(ground, packed);
};

/** Lets the last leaf take files from the one before it, where it has fewer than `minFiles` and that one has more. */
const evenOut = (ground: Ground, packed: number[][]): Unit[] => {
  const [last, before] = [packed.at(-1), packed.at(-2)];
  const { minFiles } = ground.bounds;
  while (last && before && last.length < minFiles && before.length > minFiles) {
    const taken = [before[before.length - 1], ...last];
    if (!fits({ files: taken.length, tokens: tokensOf(ground, taken) }, ground.bounds)) break;
    last.unshift(before.pop() as number);
  }
  return packed;
};
