import { fits, hasBudget, type Load } from '../../domain/bounds.js';
import { nameOf } from '../../util/paths.js';
import { gather } from '../gather.js';
import { type Ground, tokensOf } from '../ground.js';
import { type Group, joinSmall } from '../join.js';
import type { Unit } from '../unit.js';
import type { Part } from './part.js';
import { mainOf, sideOf } from './sides.js';

interface Grouping {
  readonly parts: readonly Part[];
  /** The files of each part. */
  readonly units: readonly Unit[];
  /** How many parts a group may have, so that the levels below suffice. */
  readonly mostUnits: number;
}

type UnitGroups = readonly (readonly Unit[])[];

/**
 * Parts in at most `maxChildren` groups: those that are no source of the project go together, those that are named alike,
 * and then what is tied most.
 */
export const groupParts = (ground: Ground, { parts, units, mostUnits }: Grouping): UnitGroups => {
  const { maxChildren } = ground.bounds;
  const isSource = units.map((unit) => sideOfUnit(ground, unit) === 'source');
  const others = units.filter((_, i) => !isSource[i]);
  const sources = byName(
    units.flatMap((unit, i) => (isSource[i] ? [{ unit, name: nameOf(parts[i].folder) }] : [])),
    mostUnits,
  );
  const holds = (a: Group, b: Group) => a.units.length + b.units.length <= mostUnits;
  // A group that fits a leaf would be one, and mix what stands apart on purpose.
  const isLeaf = (group: Load, parts: number) => parts > 1 && hasBudget(ground.bounds) && fits(group, ground.bounds);
  const join = (groups: UnitGroups, { most, fewest }: { readonly most: number; readonly fewest: number }) =>
    joinSmall(ground, groups, {
      needsJoin: (group, count) => count > most || (count > fewest && isLeaf(group, group.units.length)),
      mayJoin: holds,
    });
  const load = { files: others.flat().length, tokens: tokensOf(ground, others.flat()) };
  const mayStandAlone = others.length < maxChildren - 1 && isLeaf(load, others.length);
  const areAside = others.length > 1 && others.length <= mostUnits && sources.length > 1 && !mayStandAlone;
  const aside = areAside ? [others] : others.map((unit) => [unit]);
  const groups =
    aside.length < maxChildren
      ? [...join(sources, { most: maxChildren - aside.length, fewest: aside.length > 0 ? 1 : 2 }), ...aside]
      : join([...sources, ...aside], { most: maxChildren, fewest: 2 });
  if (groups.length <= maxChildren) return groups;
  return gather(ground, units, { maxGroups: maxChildren, maxUnits: mostUnits }).groups;
};

/** A group with more than this share of the parts says nothing. */
const mostly = 0.6;
const mostWords = 3;

/** Parts whose names begin alike in a group, where that tells them apart: `junit-platform-…` and `junit-jupiter-…`. */
const byName = (named: readonly { readonly unit: Unit; readonly name: string }[], mostUnits: number): UnitGroups => {
  for (let words = 1; words <= mostWords; words++) {
    const groups = new Map<string, Unit[]>();
    for (const { unit, name } of named) {
      const all = name.split(/[-_.]/);
      const key = all.length < words ? `${name}/` : all.slice(0, words).join('-');
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    const most = Math.max(...[...groups.values()].map(({ length }) => length));
    if (most <= Math.min(mostUnits, mostly * named.length)) return [...groups.values()];
  }
  return named.map(({ unit }) => [unit]);
};

const sideOfUnit = ({ files }: Ground, unit: Unit): string => {
  const counts = new Map<string, number>();
  for (const file of unit) {
    const side = sideOf(files[file].role);
    counts.set(side, (counts.get(side) ?? 0) + files[file].tokens + 1);
  }
  return mainOf(counts);
};
