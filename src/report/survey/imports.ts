import { tieKinds } from '../../domain/file-graph.js';
import type { Subplan } from '../../domain/subplan.js';
import type { PlanView } from '../plan-view.js';

/** Import weight between a part and another. */
export interface Partner {
  readonly id: string;
  readonly imports: number;
}

interface PartTies {
  /** Strongest first. */
  readonly dependsOn: readonly Partner[];
  readonly usedBy: readonly Partner[];
}

export interface Imports {
  /** How many other files import a file. */
  importersOf(path: string): number;
  /** How many of them stand in the same leaf. */
  nearImportersOf(path: string): number;
  tiesOf(id: string): PartTies;
}

const importKind = tieKinds.indexOf('import');

/**
 * Who imports whom, file by file and part by part. A leaf is tied to leaves; a branch to the parts that stand beside it
 * or beside a branch above it, so that ties are told at the level at which they are read.
 */
export const importsOf = (plan: PlanView): Imports => {
  const { files, from, to, weight, kind } = plan.ties();
  const chainOf = new Map(
    plan.leaves.flatMap((leaf) => {
      const chain = chainTo(plan, leaf);
      return leaf.files.map((path) => [path, chain] as const);
    }),
  );
  const chains = files.map(({ path }) => chainOf.get(path) ?? []);
  const [importers, near] = [new Map<string, number>(), new Map<string, number>()];
  const [out, into] = [new Map<string, Map<string, number>>(), new Map<string, Map<string, number>>()];
  for (let i = 0; i < from.length; i++) {
    if (kind[i] !== importKind || from[i] === to[i]) continue;
    const { path } = files[to[i]];
    importers.set(path, (importers.get(path) ?? 0) + 1);
    if (chains[from[i]] === chains[to[i]]) near.set(path, (near.get(path) ?? 0) + 1);
    addCrossing(out, chains[from[i]], chains[to[i]], weight[i]);
    addCrossing(into, chains[to[i]], chains[from[i]], weight[i]);
  }
  return {
    importersOf: (path) => importers.get(path) ?? 0,
    nearImportersOf: (path) => near.get(path) ?? 0,
    tiesOf: (id) => ({ dependsOn: strongest(out.get(id)), usedBy: strongest(into.get(id)) }),
  };
};

/** From the root to the leaf. */
const chainTo = (plan: PlanView, subplan: Subplan): string[] =>
  subplan.parent === undefined ? [subplan.id] : [...chainTo(plan, plan.get(subplan.parent)), subplan.id];

const addCrossing = (
  sums: Map<string, Map<string, number>>,
  here: readonly string[],
  there: readonly string[],
  weight: number,
): void => {
  let apart = 0;
  while (apart < here.length && here[apart] === there[apart]) apart++;
  for (let i = apart; i < here.length; i++) {
    const partner = i === here.length - 1 ? there[there.length - 1] : there[apart];
    let sum = sums.get(here[i]);
    if (!sum) {
      sum = new Map();
      sums.set(here[i], sum);
    }
    sum.set(partner, (sum.get(partner) ?? 0) + weight);
  }
};

const strongest = (sums: ReadonlyMap<string, number> = new Map()): Partner[] =>
  [...sums].map(([id, imports]) => ({ id, imports })).sort((a, b) => b.imports - a.imports);
