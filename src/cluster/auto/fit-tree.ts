import { fits, hasBudget } from '../../domain/bounds.js';
import type { ClusterLeaf, ClusterTree } from '../../domain/cluster-tree.js';
import type { LeafReason } from '../../domain/subplan.js';
import { ascending, type Ground, tokensOf } from '../ground.js';
import { joinUnits } from '../join.js';
import { branch } from '../levels.js';
import type { Unit } from '../unit.js';
import { groupParts } from './group-parts.js';
import { filesOfLeaf, type Part } from './part.js';

export interface Fitting {
  readonly ground: Ground;
  readonly reason: (files: Unit, stopped?: LeafReason) => LeafReason;
}

/** The tree of parts within the bounds on depth and width. The part stands at `depth`. */
export const fitTree = (fitting: Fitting, part: Part, depth: number): ClusterTree => fitAt(fitting, part, depth);

const leafOf = ({ reason }: Fitting, files: Unit, stopped?: LeafReason): ClusterLeaf => ({
  ...{ kind: 'leaf', files },
  reason: reason(files, stopped),
});

const fitAt = (fitting: Fitting, part: Part, depth: number): ClusterTree => {
  const { ground } = fitting;
  const { bounds } = ground;
  const files = filesOf(part);
  // Whether it could be split further nobody has asked.
  const isDeepest = depth >= bounds.maxDepth && ground.sizing.kind === 'min-files';
  if (part.kind === 'leaf') return leafOf(fitting, files, isDeepest ? 'max-depth' : part.stopped);
  if (hasBudget(bounds) && fits({ files: files.length, tokens: tokensOf(ground, files) }, bounds))
    return leafOf(fitting, files);
  const below = bounds.maxDepth - depth - 1;
  if (below < 0) return leafOf(fitting, files, 'max-depth');
  const isWithin = (child: Part) => child.kind === 'branch' && hasBudget(bounds) && fits(loadOf(ground, child), bounds);
  // Packages that would fit one leaf stand beside it instead, where there is room: a branch never fits the budget.
  const opened = (child: Part): readonly Part[] =>
    isWithin(child) || heightOf(child) > below ? flattened(child).flatMap(opened) : [child];
  const children = part.children.flatMap(opened);
  return wide(fitting, { by: part.by, children, depth });
};

interface Wide {
  readonly by: 'imports' | 'directory' | 'language' | 'custom' | 'grouping' | 'packing';
  readonly children: readonly Part[];
  readonly depth: number;
}

const wide = (fitting: Fitting, { by, children, depth }: Wide): ClusterTree => {
  const { ground } = fitting;
  const { bounds } = ground;
  const trees = (parts: readonly Part[], at: number) => parts.map((child) => fitAt(fitting, child, at));
  if (children.length <= bounds.maxChildren) return branch(by, trees(children, depth + 1));
  const height = Math.max(...children.map(heightOf));
  const room = bounds.maxDepth - depth - 1 - height;
  const units: readonly Unit[] = children.map(filesOf);
  if (room <= 0) {
    if (height > 0) {
      const flat = children.flatMap((child) => (heightOf(child) === height ? flattened(child) : [child]));
      return wide(fitting, { by, children: flat, depth });
    }
    if (hasBudget(bounds)) return branch(by, trees(children, depth + 1));
    const joined = joinUnits(ground, units, {
      needsJoin: (_, count) => count > bounds.maxChildren,
      mayJoin: () => true,
    });
    return branch(
      by,
      joined.map((unit) => leafOf(fitting, unit, 'max-depth')),
    );
  }
  const most = Math.max(bounds.maxChildren ** room, Math.ceil(units.length / bounds.maxChildren));
  const groups = groupParts(ground, { parts: children, units, mostUnits: most });
  const partOf = new Map<Unit, Part>(units.map((unit, i) => [unit, children[i]]));
  const grouped = groups.map((group): Part => {
    const parts = group.map((unit) => partOf.get(unit) as Part);
    return parts.length === 1 ? parts[0] : { kind: 'branch', folder: '', by: 'grouping', children: parts };
  });
  return branch(by, trees(grouped, depth + 1));
};

const filesOf = (part: Part): number[] =>
  part.kind === 'leaf' ? filesOfLeaf(part) : part.children.flatMap(filesOf).sort(ascending);

const loadOf = (ground: Ground, part: Part) => {
  const files = filesOf(part);
  return { files: files.length, tokens: tokensOf(ground, files) };
};

const heightOf = (part: Part): number => (part.kind === 'leaf' ? 0 : 1 + Math.max(...part.children.map(heightOf)));

/** The children of a part in its place. */
const flattened = (part: Part): readonly Part[] => (part.kind === 'leaf' ? [part] : part.children);
