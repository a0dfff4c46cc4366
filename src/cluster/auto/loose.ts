import { fits, hasBudget } from '../../domain/bounds.js';
import type { LeafReason } from '../../domain/subplan.js';
import { induced } from '../adjacency.js';
import { ascending } from '../ground.js';
import { byImports } from '../strategies.js';
import { type Bundled, bundle, loadOf } from './bundle.js';
import type { Item } from './items.js';
import type { Dividing } from './sizes.js';

interface LooseParts extends Bundled {
  /** Why they were not divided further, where something kept them from that. */
  readonly stopped?: LeafReason | undefined;
}

/**
 * The parts of what stands loose in a folder. Without a budget nothing has to be cut, so what imports each other all over
 * stays whole, and what is to be split down to `minFiles` is split along the imports alone.
 */
export const looseParts = (dividing: Dividing, loose: readonly Item[], isAlone: boolean): LooseParts => {
  const { ground, room } = dividing;
  if (loose.length === 0 || hasBudget(ground.bounds)) return bundle(dividing, loose);
  const isSoft = ground.sizing.kind !== 'min-files';
  const isSmall = fits(loadOf(loose), room);
  if (isSmall && !isAlone) return { items: [loose], by: 'directory' };
  const files = loose.flatMap((item) => [...item.files]).sort(ascending);
  const isTied = induced(ground.imports, files, ground.scratch).neighbour.length > 0;
  if (isSoft && !isSmall && !isTied) return bundle(dividing, loose);
  const parts = cohesive(dividing, loose);
  if (!parts) return { items: [loose], by: 'directory', stopped: isSmall ? undefined : 'no-progress' };
  if (isSoft) return isSmall ? { items: parts, by: 'imports' } : bundle(dividing, loose);
  return { items: parts.flatMap((part) => splitDown(dividing, part)), by: 'imports' };
};

const splitDown = (dividing: Dividing, items: readonly Item[]): (readonly Item[])[] => {
  if (fits(loadOf(items), dividing.room)) return [items];
  return cohesive(dividing, items)?.flatMap((part) => splitDown(dividing, part)) ?? [items];
};

/** The parts of some items that import each other more than the rest; undefined where there are none. */
const cohesive = ({ ground }: Dividing, items: readonly Item[]): Item[][] | undefined => {
  const files = items.flatMap((item) => [...item.files]).sort(ascending);
  const found = byImports(ground, files);
  if (!found) return undefined;
  const partOf = new Map(found.flatMap((unit, part) => unit.map((file) => [file, part])));
  const parts: Item[][] = found.map(() => []);
  for (const item of items) parts[partOf.get(item.lead) as number].push(item);
  const left = parts.filter((part) => part.length > 0);
  return left.length > 1 ? left : undefined;
};
