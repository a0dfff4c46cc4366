import { type Bounds, hasBudget, sameBounds } from '../../domain/bounds.js';
import { type Group, joinWithinBudget } from '../join.js';
import type { Unit } from '../unit.js';
import type { Standing } from './standing.js';

export interface Touched {
  readonly standing: Standing;
  /** How many files each leaf of the earlier plan had. */
  readonly counts: readonly number[];
  readonly earlierBounds: Bounds;
  /** Whether two leaves that fit one budget are one leaf. */
  readonly isPacked: boolean;
}

/**
 * Joins leaves that are short of files to others, where the budget allows; where leaves are packed, all that gained or
 * lost a file. A leaf that was short under the same bounds, and that nothing touched, stays: what was moved there by hand
 * shall not move back with the next edit elsewhere.
 */
export const joinTouched = ({ standing, counts, earlierBounds, isPacked }: Touched): void => {
  const { ground } = standing;
  const { bounds } = ground;
  const units: readonly Unit[] = standing.units().filter(({ length }) => length > 0);
  const isTouched = (file: number): boolean => {
    const leaf = standing.leaf[file];
    return leaf !== standing.home[file] || standing.load(leaf).files !== counts[leaf];
  };
  const touched = new Set(units.filter((unit) => unit.some(isTouched)));
  const mayStayShort = hasBudget(bounds) && sameBounds(bounds, earlierBounds);
  const needsJoin = (group: Group, groups: number): boolean => {
    if (groups < 2) return false;
    const isShort = group.files < bounds.minFiles;
    if (isShort && !mayStayShort) return true;
    return (isShort || isPacked) && group.units.some((unit) => touched.has(unit));
  };
  for (const unit of joinWithinBudget(ground, units, needsJoin)) {
    const to = mostOf(unit, standing.leaf);
    for (const file of unit) if (standing.leaf[file] !== to) standing.move(file, to);
  }
};

/** The leaf that most of the files stand in; the first of several. */
const mostOf = (files: readonly number[], leaf: Int32Array): number => {
  const counts = new Map<number, number>();
  for (const file of files) counts.set(leaf[file], (counts.get(leaf[file]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0];
};
