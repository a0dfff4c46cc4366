import { weightsBetween } from './between.js';
import { communities } from './communities.js';
import type { Ground } from './ground.js';
import { type Group, joinSmall } from './join.js';
import type { Unit } from './unit.js';

export interface Gathered {
  readonly groups: readonly (readonly Unit[])[];
  /** Whether ties alone gave few enough groups; otherwise groups were joined until they were few enough. */
  readonly natural: boolean;
}

export interface GatherLimits {
  readonly maxGroups: number;
  /** How many units one group may hold, so that the levels below it suffice. */
  readonly maxUnits: number;
}

/** From fine to coarse: the first that gives few enough groups is the finest level that means something. */
const resolutions = [1, 0.6, 0.35, 0.2, 0.1, 0.05];
/** A group below this share of an even one is a crumb: it goes to where it is tied or stands, not to a level of its own. */
const crumbShare = 0.25;

/** No join makes a group larger than this many even ones: else the largest swallows the rest, crumb by crumb. */
const largestShare = 2;

/** Puts units (which stay whole) into at most `maxGroups` groups, by their ties, else by their folders. */
export const gather = (ground: Ground, units: readonly Unit[], { maxGroups, maxUnits }: GatherLimits): Gathered => {
  const graph = weightsBetween(ground.ties, units, ground.scratch);
  const even = units.reduce((sum, { length }) => sum + length, 0) / maxGroups;
  const holds = (a: Group, b: Group) => a.units.length + b.units.length <= maxUnits;
  const holdsEvenly = (a: Group, b: Group) => holds(a, b) && a.files + b.files <= largestShare * even;
  const isCrumb = (smallest: Group, count: number) => count > 2 && smallest.files < crumbShare * even;
  const tooMany = (_: Group, count: number) => count > maxGroups;
  let finest: Unit[][] = units.map((unit) => [unit]);
  for (const resolution of resolutions) {
    const found = collect(units, communities(graph, resolution, ground.seed));
    if (found.length < 2) break;
    if (found.some((group) => group.length > maxUnits)) continue;
    finest = joinSmall(ground, found, { needsJoin: isCrumb, mayJoin: holds });
    if (finest.length <= maxGroups) return { groups: finest, natural: true };
  }
  const evenly = joinSmall(ground, finest, { needsJoin: tooMany, mayJoin: holdsEvenly });
  const joined = joinSmall(ground, evenly, { needsJoin: tooMany, mayJoin: holds });
  return { groups: joined.length <= maxGroups ? joined : chunks(units, maxGroups), natural: false };
};

const collect = (units: readonly Unit[], group: Int32Array): Unit[][] => {
  const groups: Unit[][] = [];
  for (let u = 0; u < units.length; u++) {
    groups[group[u]] ??= [];
    groups[group[u]].push(units[u]);
  }
  return groups;
};

/** The last resort, where the levels below would not suffice otherwise: runs of units in path order. */
const chunks = (units: readonly Unit[], count: number): Unit[][] => {
  const sorted = [...units].sort((a, b) => a[0] - b[0]);
  const at = (i: number) => Math.floor((i * sorted.length) / count);
  return Array.from({ length: count }, (_, i) => sorted.slice(at(i), at(i + 1))).filter(({ length }) => length > 0);
};
