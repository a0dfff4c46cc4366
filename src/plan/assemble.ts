import type { Bounds } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { Measures, Stayed, StrategyUsed } from '../domain/measures.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';
import { idOf } from '../util/id-of.js';
import { contextOf, importRows } from './context.js';
import { cutsOf } from './cuts.js';
import { dependenciesOf } from './depends.js';
import { labelSiblings } from './labels.js';
import { measure } from './measures.js';
import { isBranch, isLeaf, type OutlineBranch, type OutlineNode, outline } from './outline.js';

export interface Assembly {
  readonly graph: FileGraph;
  readonly tree: ClusterTree | undefined;
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
  readonly stayed?: Stayed | undefined;
}

export interface Assembled {
  /** In tree order. */
  readonly subplans: readonly Subplan[];
  readonly measures: Measures;
}

/** Gives a tree of files its ids, labels, contexts, dependencies and measures. */
export const assemble = ({ graph, tree, bounds, strategy, stayed }: Assembly): Assembled => {
  const nodes = tree ? outline(tree) : [];
  const { own, levels } = cutsOf(graph, nodes);
  const leafOf = leafNumbers(nodes, graph.files.length);
  // Frozen, as are the others: a task gets them as they are, and must not change the plan.
  const paths = nodes.map((node) => Object.freeze(node.files.map((file) => graph.files[file].path)));
  const ids = nodes.map(({ kind }, n) => idOf(kind, paths[n]));
  const labelOf = labeller(graph, nodes);
  const tiesOf = tiesOfLeaves({ graph, nodes, leafOf, ids });
  const subplans = nodes.map((node, n): Subplan => {
    const common = {
      id: ids[n],
      depth: node.depth,
      tokens: node.files.reduce((sum, file) => sum + graph.files[file].tokens, 0),
      parent: node.parent < 0 ? undefined : ids[node.parent],
    };
    const label = () => labelOf(n);
    if (isBranch(node)) {
      const children = node.children.map((child) => ids[child]);
      const split = { by: node.by, cut: own[n] };
      return withLazy<Branch, 'label'>({ kind: 'branch', ...common, split, children }, { label });
    }
    const { reason, limits } = node;
    return withLazy<Leaf, 'label' | 'context' | 'dependsOn'>(
      { kind: 'leaf', ...common, reason, keys: paths[n], files: paths[n], ...(limits ? { limits } : {}) },
      { label, ...tiesOf(n) },
    );
  });
  return { subplans, measures: measure({ graph, subplans, leafOf, levels, bounds, strategy, stayed }) };
};

const leafNumbers = (nodes: readonly OutlineNode[], files: number): Int32Array => {
  const leafOf = new Int32Array(files).fill(-1);
  nodes.filter(isLeaf).forEach((leaf, number) => {
    for (const file of leaf.files) leafOf[file] = number;
  });
  return leafOf;
};

/**
 * Adds fields that are made when first asked for. Labels, contexts and dependencies cost as much as the clustering on a
 * big graph, and a caller that only wants the files of the leaves never looks at them.
 */
const withLazy = <T extends object, K extends keyof T>(fields: Omit<T, K>, makers: { [F in K]: () => T[F] }): T => {
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(fields, name, { enumerable: true, get: lazy(make) });
  }
  return fields as T;
};

interface LazyTies {
  context(): readonly string[];
  dependsOn(): readonly string[];
}

const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

interface TieInput {
  readonly graph: FileGraph;
  readonly nodes: readonly OutlineNode[];
  readonly leafOf: Int32Array;
  readonly ids: readonly string[];
}

const tiesOfLeaves = ({ graph, nodes, leafOf, ids }: TieInput): ((n: number) => LazyTies) => {
  const nodeOfLeaf = nodes.flatMap((node, n) => (node.kind === 'leaf' ? [n] : []));
  const rows = lazy(() => importRows(graph));
  const dependencies = lazy(() => dependenciesOf(graph, leafOf, nodeOfLeaf.length));
  return (n) => ({
    context: () => Object.freeze(contextOf(rows(), nodes[n].files).map((file) => graph.files[file].path)),
    dependsOn: () => Object.freeze(dependencies()[leafOf[nodes[n].files[0]]].map((leaf) => ids[nodeOfLeaf[leaf]])),
  });
};

/** Labels siblings together, when the first of them is asked for. */
const labeller = (graph: FileGraph, nodes: readonly OutlineNode[]): ((n: number) => string) => {
  const labelling = lazy(() => {
    const importance = new Float64Array(graph.files.length);
    for (let i = 0; i < graph.to.length; i++) if (graph.kind[i] === 0) importance[graph.to[i]] += graph.weight[i];
    return { files: graph.files, importance };
  });
  const made = new Map<number, string>([[0, 'project']]);
  return (n) => {
    const { label: given, parent } = nodes[n];
    if (given !== undefined) return given;
    if (!made.has(n)) {
      const { children } = nodes[parent] as OutlineBranch;
      const labels = labelSiblings(
        labelling(),
        children.map((child) => nodes[child].files),
      );
      const given = new Set(children.map((child) => nodes[child].label));
      children.forEach((child, i) => {
        if (nodes[child].label === undefined) made.set(child, unlike(given, labels[i]));
      });
    }
    return made.get(n) as string;
  };
};

/** The label, with a number where a sibling has it already: one that was given, in an earlier plan or by hand. */
const unlike = (given: ReadonlySet<string | undefined>, label: string): string => {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? label : `${label} (${number})`;
    if (!given.has(numbered)) return numbered;
  }
};
