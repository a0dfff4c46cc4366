import { fits, hasBudget } from '../../domain/bounds.js';
import type { ClusterTree } from '../../domain/cluster-tree.js';
import type { ProjectFile } from '../../domain/inventory.js';
import { type Ground, tokensOf } from '../ground.js';
import type { Unit } from '../unit.js';
import { divide, divideWhole } from './divide.js';
import { fitTree } from './fit-tree.js';
import { folderTree } from './folders.js';
import { itemsOf } from './items.js';
import { joinParts } from './join-parts.js';
import { leavesOfPart, type Part } from './part.js';
import { reasonFor } from './reasons.js';
import { fewestLeaves, type Sizes, sizesFor, weigh, withinBudget } from './sizes.js';

/** The parts that a maintainer would draw: packages and folders above, imports inside, tests with their subject. */
export const autoTree = (ground: Ground): ClusterTree => autoTreeOf(ground, allOf(ground));

/** The same for some of the files, which may stand at a depth already. */
export const autoTreeOf = (ground: Ground, files: Unit, depth = 0): ClusterTree => {
  const whole = { files: files.length, tokens: tokensOf(ground, files) };
  const { bounds, sizing } = ground;
  if (hasBudget(bounds) && fits(whole, bounds)) return { kind: 'leaf', files, reason: 'fits' };
  if (!hasBudget(bounds) && files.length < 2 * bounds.minFiles) return { kind: 'leaf', files, reason: 'min-files' };
  const weighed = hasBudget(bounds) ? ground : { ...ground, files: ground.files.map(weigh) };
  const part =
    sizing.kind === 'leaves' && depth === 0
      ? nearestTo(sizing.leaves, weighed, files)
      : partOf(weighed, { files, depth, sizes: sizesFor(weighed, files) });
  return fitTree({ ground, reason: reasonFor(ground) }, part, depth);
};

interface Parting {
  readonly files: Unit;
  readonly depth: number;
  readonly sizes: Sizes;
}

const allOf = ({ files }: Ground): Unit => files.map((_, file) => file);

const partOf = (ground: Ground, { files, depth, sizes }: Parting): Part => {
  const packages = new Set(files.map((file) => ground.files[file].package).filter((path) => path !== ''));
  const folder = folderTree(itemsOf({ ...ground, bounds: sizes.room }, files), packages);
  const dividing = { ground, ...sizes };
  const part = hasBudget(ground.bounds) || depth > 0 ? divide(dividing, folder) : divideWhole(dividing, folder);
  return joinParts({ ground, ...sizes, isStrict: !hasBudget(ground.bounds) }, part);
};

const tries = 10;
const counted = (file: ProjectFile): ProjectFile => ({ ...file, tokens: 1 });

/** The division of nearest to so many leaves: what a leaf may hold is found by halving. */
const nearestTo = (leaves: number, ground: Ground, files: Unit): Part => {
  const whole = tokensOf(ground, files);
  // Where nothing is known of sizes, files count.
  if (whole === 0) return nearestTo(leaves, { ...ground, files: ground.files.map(counted) }, files);
  const { maxTokens = whole } = ground.bounds;
  let [low, high] = [Math.min(maxTokens, Math.ceil(whole / (4 * leaves))), maxTokens];
  let best: { readonly part: Part; readonly off: number } | undefined;
  for (let i = 0; i < tries && best?.off !== 0; i++) {
    const size = Math.round(i === 0 ? Math.min(maxTokens, (1.2 * whole) / leaves) : (low + high) / 2);
    const sizes = withinBudget(ground, files, { ...ground.bounds, maxTokens: Math.max(1, size) });
    const mostLeaves = Math.max(leaves, fewestLeaves(ground, files, ground.bounds));
    const part = partOf(ground, { files, depth: 0, sizes: { ...sizes, mostLeaves } });
    const off = leavesOfPart(part).length - leaves;
    if (best === undefined || Math.abs(off) < best.off) best = { part, off: Math.abs(off) };
    if (off > 0) low = size;
    else high = size;
  }
  return (best as { part: Part }).part;
};
