import { fits } from '../domain/bounds.js';
import type { Ground } from './ground.js';
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
  return packed;
};
