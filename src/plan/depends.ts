import type { FileGraph } from '../domain/file-graph.js';
import { strongComponents } from './strong-components.js';

/**
 * Which leaves each leaf imports from. Leaves that import each other in a circle do not depend on each other. What is
 * left leads to components of smaller numbers only, so it cannot run in a circle.
 */
export const dependenciesOf = (graph: FileGraph, leafOf: Int32Array, leaves: number): number[][] => {
  const imports: Set<number>[] = Array.from({ length: leaves }, () => new Set());
  for (let i = 0; i < graph.from.length; i++) {
    const [from, to] = [leafOf[graph.from[i]], leafOf[graph.to[i]]];
    if (graph.kind[i] === 0 && from !== to) imports[from].add(to);
  }
  const targets = imports.map((set) => [...set].sort((a, b) => a - b));
  const component = strongComponents(targets);
  return targets.map((list, leaf) => list.filter((target) => component[target] < component[leaf]));
};
