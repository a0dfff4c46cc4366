import type { Subplan } from '../domain/subplan.js';

/**
 * What is wrong with a tree of subplans; empty where nothing is. Checked on every plan: a plan that breaks one of these
 * is a bug when we made it, and a mistake when it was edited by hand. `dependsOn` is made when first asked for, and
 * acyclic by the way it is made (depends.ts), so it is not asked for here.
 */
export const brokenInvariants = (subplans: readonly Subplan[], keys: readonly string[]): string[] => [
  ...treeProblems(subplans),
  ...keyProblems(subplans, keys),
];

const name = ({ kind, id, label }: Subplan): string => `${kind} ${id} (${label})`;

const treeProblems = (subplans: readonly Subplan[]): string[] => {
  const problems: string[] = [];
  const byId = new Map<string, Subplan>();
  for (const subplan of subplans) {
    if (byId.has(subplan.id)) problems.push(`two subplans have the id ${subplan.id}`);
    byId.set(subplan.id, subplan);
  }
  const roots = subplans.filter(({ parent }) => parent === undefined);
  if (subplans.length > 0 && roots.length !== 1) problems.push(`expected one root, found ${roots.length}`);
  for (const subplan of subplans) {
    if (subplan.kind === 'leaf') continue;
    if (subplan.children.length < 2)
      problems.push(`${name(subplan)} has ${subplan.children.length} children, expected two or more`);
    for (const id of subplan.children) {
      const child = byId.get(id);
      if (!child) problems.push(`${name(subplan)} names ${id} as a child, which does not exist`);
      else if (child.depth !== subplan.depth + 1) problems.push(`${name(child)} is not one deeper than its parent`);
      else if (child.parent !== subplan.id) problems.push(`${name(child)} does not name ${subplan.id} as its parent`);
    }
  }
  return problems;
};

const keyProblems = (subplans: readonly Subplan[], keys: readonly string[]): string[] => {
  const problems: string[] = [];
  const home = new Map<string, Subplan | undefined>();
  for (const key of keys) home.set(key, undefined);
  for (const subplan of subplans) {
    if (subplan.kind !== 'leaf') continue;
    if (subplan.keys.length === 0) problems.push(`${name(subplan)} is empty`);
    for (const key of subplan.keys) {
      const other = home.get(key);
      if (other) problems.push(`${JSON.stringify(key)} stands in two leaves: ${name(other)} and ${name(subplan)}`);
      else if (!home.has(key)) problems.push(`${JSON.stringify(key)} in ${name(subplan)} is not a file of the plan`);
      home.set(key, subplan);
    }
  }
  for (const [key, subplan] of home) if (!subplan) problems.push(`${JSON.stringify(key)} stands in no leaf`);
  return problems;
};
