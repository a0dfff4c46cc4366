import type { LeafGraph } from '../domain/leaf-graph.js';

/** Where a leaf stands among the others, by the imports between leaves. */
export interface LeafPlace {
  /** How many leaves the plan has. */
  readonly leaves: number;
  /** How many leaves import from it. */
  readonly importedBy: number;
  /** How many more do so through others. */
  readonly importedThrough: number;
  /** How many leaves come before it: those it imports from, straight or through others, outside its circle. */
  readonly before: number;
  /** From 1; what it imports from is in an earlier one. */
  readonly generation: number;
  readonly generations: number;
  /** How many leaves import each other in a circle with it; 0 where it stands in none. */
  readonly circle: number;
  /** 1 for the most central leaf; leaves that are as central have the same. */
  readonly rank: number;
}

export const placeOf = (graph: LeafGraph, leaf: string): LeafPlace => {
  const { component, generation, centrality } = graph.getNodeAttributes(leaf);
  const inCircle = graph.filterNodes((id, node) => id !== leaf && node.component === component);
  const importedBy = graph.inDegree(leaf);
  const importers = reached(leaf, (id) => graph.inNeighbors(id));
  const imported = reached(leaf, (id) => graph.outNeighbors(id));
  return {
    leaves: graph.order,
    importedBy,
    importedThrough: importers.size - importedBy,
    before: [...imported].filter((id) => graph.getNodeAttribute(id, 'component') !== component).length,
    generation: generation + 1,
    generations: graph.reduceNodes((last, _, node) => Math.max(last, node.generation), 0) + 1,
    circle: inCircle.length,
    rank: graph.filterNodes((_, node) => node.centrality > centrality).length + 1,
  };
};

/** All that a leaf leads to, without itself. */
const reached = (start: string, next: (id: string) => readonly string[]): Set<string> => {
  const found = new Set([start]);
  for (const id of found) for (const other of next(id)) found.add(other);
  found.delete(start);
  return found;
};
