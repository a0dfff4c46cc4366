import type { Subplan } from '../domain/subplan.js';

/**
 * What is wrong with a tree of subplans; empty where nothing is. Checked on every plan: a plan that breaks one of these
 * is a bug when we made it, and a mistake when it was edited by hand.
 */
export const brokenInvariants = (subplans: readonly Subplan[], keys: readonly string[]): string[] => [
  ...treeProblems(subplans),
  ...keyProblems(subplans, keys),
  ...dependencyProblems(subplans),
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

const dependencyProblems = (subplans: readonly Subplan[]): string[] => {
  const leaves = new Map<string, readonly string[]>();
  for (const subplan of subplans) if (subplan.kind === 'leaf') leaves.set(subplan.id, subplan.dependsOn);
  const problems: string[] = [];
  const waitsFor = new Map<string, number>();
  const waiters = new Map<string, string[]>();
  for (const [id, dependsOn] of leaves) {
    waitsFor.set(id, dependsOn.length);
    for (const other of dependsOn) {
      if (!leaves.has(other)) problems.push(`leaf ${id} depends on ${other}, which is not a leaf`);
      waiters.set(other, [...(waiters.get(other) ?? []), id]);
    }
  }
  const ready = [...leaves.keys()].filter((id) => waitsFor.get(id) === 0);
  let done = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    done++;
    for (const waiter of waiters.get(id) ?? []) {
      const left = (waitsFor.get(waiter) as number) - 1;
      waitsFor.set(waiter, left);
      if (left === 0) ready.push(waiter);
    }
  }
  if (problems.length === 0 && done < leaves.size) problems.push('dependsOn runs in a circle');
  return problems;
};
