import type { FileGraph } from '../domain/file-graph.js';
import type { LeafGraph, LeafNode, LeafTie } from '../domain/leaf-graph.js';
import type { Leaf, Subplan } from '../domain/subplan.js';
import { round } from './cuts.js';
import { dag, graphology, pagerank } from './graphology.js';
import { strongComponents } from './strong-components.js';

export interface TiedLeaves {
  readonly ties: FileGraph;
  /** In tree order. */
  readonly leaves: readonly Leaf[];
  get(id: string): Subplan;
}

/**
 * The leaves of a plan and the imports between them, as a graphology graph. Nodes come in tree order, edges by their
 * leaves in that order, and keys of edges are made of ids: the same plan gives the same graph, to the byte.
 */
export const graphOfLeaves = (plan: TiedLeaves): LeafGraph => {
  const graph: LeafGraph = new (graphology().DirectedGraph)<LeafNode, LeafTie>();
  const imports = importsBetween(plan);
  const components = strongComponents(imports.map((ties) => [...ties.keys()]));
  const generations = generationsOf(imports, components);
  plan.leaves.forEach((leaf, n) => {
    const { id, label, files, tokens, depth, parent } = leaf;
    const lineage = branchesAbove(plan, leaf);
    const [, part = label] = lineage;
    const place = { component: components[n], generation: generations[n], centrality: 0 };
    graph.addNode(id, { label, files: files.length, tokens, depth, parent, lineage, part, ...place });
  });
  imports.forEach((ties, n) => {
    const from = plan.leaves[n].id;
    for (const [target, tie] of ties) {
      const to = plan.leaves[target].id;
      graph.addEdgeWithKey(`${from}-${to}`, from, to, { ...tie, weight: round(tie.weight) });
    }
  });
  // By the number of imports: weights in a plan may have been edited by hand to anything above 0.
  const options = { nodePagerankAttribute: 'centrality', getEdgeWeight: 'imports' } as const;
  if (graph.order > 0) pagerank().assign(graph, options);
  return graph;
};

/** By number of the leaf: what it imports from, in tree order. */
const importsBetween = ({ ties, leaves }: TiedLeaves): ReadonlyMap<number, LeafTie>[] => {
  const { files, from, to, weight, kind } = ties;
  const numbers = new Map(leaves.flatMap((leaf, n) => leaf.files.map((path) => [path, n])));
  const leafOf = files.map(({ path }) => numbers.get(path) as number);
  const found: Map<number, { imports: number; weight: number }>[] = leaves.map(() => new Map());
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [leafOf[from[i]], leafOf[to[i]]];
    if (kind[i] !== 0 || a === b) continue;
    const tie = found[a].get(b);
    if (!tie) found[a].set(b, { imports: 1, weight: weight[i] });
    else {
      tie.imports++;
      tie.weight += weight[i];
    }
  }
  return found.map((targets) => new Map([...targets].sort(([a], [b]) => a - b)));
};

/** By number of the leaf: the topological generation of its component, what is imported first. */
const generationsOf = (imports: readonly ReadonlyMap<number, LeafTie>[], components: Int32Array): number[] => {
  const condensed = new (graphology().DirectedGraph)();
  for (const component of new Set(components)) condensed.addNode(component);
  imports.forEach((ties, n) => {
    for (const target of ties.keys()) {
      if (components[target] !== components[n]) condensed.mergeEdge(components[target], components[n]);
    }
  });
  const generations = new Map<string, number>();
  dag().forEachNodeInTopologicalOrder(condensed, (component, _, generation) => {
    generations.set(component, generation);
  });
  return Array.from(components, (component) => generations.get(String(component)) as number);
};

const branchesAbove = (plan: TiedLeaves, { parent }: Subplan): string[] => {
  if (parent === undefined) return [];
  const branch = plan.get(parent);
  return [...branchesAbove(plan, branch), branch.label];
};
