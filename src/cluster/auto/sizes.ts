import { type Bounds, hasBudget, type Load } from '../../domain/bounds.js';
import type { ProjectFile } from '../../domain/inventory.js';
import type { Ground } from '../ground.js';
import type { Unit } from '../unit.js';

/** Room is left where filling it would mix packages: up to the larger of these many leaves. */
const spareShare = 1.3;
const spareLeaves = 2;
/** Without a budget a part is split while it is larger than this, or than its share of the whole. */
const softTokens = 20_000;
const softShare = 24;
/** Data counts little where no budget says how much a leaf may hold. */
const dataShare = 0.5;
/** A sub-folder below this share of a leaf is no part of its own, unless it is a package. */
const smallShare = 0.15;
/** A leaf below this share of what it may hold is no work for anybody. */
const tinyShare = 0.1;

/** How large leaves are to be. */
export interface Sizes {
  /** What a leaf may hold: the budget, or what it is split down to where there is none. */
  readonly room: Bounds;
  readonly small: Load;
  readonly tiny: Load;
  readonly mostLeaves: number;
}

export interface Dividing extends Sizes {
  readonly ground: Ground;
}

/** Sizes for some of the files. */
export const sizesFor = (ground: Ground, files: Unit): Sizes => {
  const { bounds, sizing } = ground;
  if (hasBudget(bounds)) return withinBudget(ground, files, bounds);
  if (sizing.kind === 'min-files') {
    const room = { ...bounds, maxFiles: 2 * bounds.minFiles - 1 };
    return { room, small: nothing, tiny: nothing, mostLeaves: Number.POSITIVE_INFINITY };
  }
  const whole = ground.files.reduce((sum, { tokens }) => sum + tokens, 0);
  const maxTokens = Math.max(softTokens, Math.ceil(whole / softShare));
  return {
    room: { ...bounds, maxTokens },
    // Of a project that is small as a whole, even small and tiny parts stand apart.
    small: whole <= maxTokens ? nothing : { files: Number.POSITIVE_INFINITY, tokens: smallShare * softTokens },
    tiny: whole <= maxTokens ? nothing : { files: Number.POSITIVE_INFINITY, tokens: tinyShare * softTokens },
    mostLeaves: Number.POSITIVE_INFINITY,
  };
};

const nothing: Load = { files: 0, tokens: 0 };

export const withinBudget = (ground: Ground, files: Unit, room: Bounds): Sizes => {
  const fewest = fewestLeaves(ground, files, room);
  return {
    room,
    small: shareOf(room, smallShare),
    tiny: shareOf(room, tinyShare),
    mostLeaves: Math.max(Math.floor(spareShare * fewest), fewest + spareLeaves),
  };
};

export const shareOf = (
  { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY }: Bounds,
  share: number,
): Load => ({
  files: share * maxFiles,
  tokens: share * maxTokens,
});

export const weigh = (file: ProjectFile): ProjectFile =>
  file.role === 'data' ? { ...file, tokens: Math.ceil(file.tokens * dataShare) } : file;

export const fewestLeaves = (
  { files: all }: Ground,
  files: Unit,
  { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY }: Bounds,
): number => {
  let [large, rest, count] = [0, 0, 0];
  for (const file of files) {
    const { tokens } = all[file];
    if (tokens > maxTokens) large++;
    else {
      rest += tokens;
      count++;
    }
  }
  return large + Math.ceil(Math.max(rest / maxTokens, count / maxFiles));
};
