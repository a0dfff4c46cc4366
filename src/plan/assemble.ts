import type { Bounds } from '../domain/bounds.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { Measures, StrategyUsed } from '../domain/measures.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';
import { contextOf, importRows } from './context.js';
import { cutsOf } from './cuts.js';
import { dependenciesOf } from './depends.js';
import { idOf } from './identity.js';
import { labelSiblings } from './labels.js';
import { measure } from './measures.js';
import { isBranch, isLeaf, type LabelledTree, type OutlineNode, outline } from './outline.js';

export interface Assembly {
  readonly graph: FileGraph;
  readonly tree: LabelledTree | undefined;
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
}

export interface Assembled {
  /** In tree order. */
  readonly subplans: readonly Subplan[];
  readonly measures: Measures;
}

/** Gives a tree of files its ids, labels, contexts, dependencies and measures. */
export const assemble = ({ graph, tree, bounds, strategy }: Assembly): Assembled => {
  const nodes = tree ? outline(tree) : [];
  const { own, levels } = cutsOf(graph, nodes);
  const leafOf = leafNumbers(nodes, graph.files.length);
  const labels = labelsOf(graph, nodes);
  const paths = nodes.map((node) => node.files.map((file) => graph.files[file].path));
  const ids = nodes.map(({ kind }, n) => idOf(kind, paths[n]));
  const common = (node: OutlineNode, n: number) => ({
    id: ids[n],
    label: labels[n],
    depth: node.depth,
    tokens: node.files.reduce((sum, file) => sum + graph.files[file].tokens, 0),
    parent: node.parent < 0 ? undefined : ids[node.parent],
  });
  const ties = tiesOfLeaves({ graph, nodes, leafOf, ids });
  const subplans = nodes.map((node, n): Subplan => {
    if (isBranch(node)) {
      const children = node.children.map((child) => ids[child]);
      return { kind: 'branch', ...common(node, n), split: { by: node.by, cut: own[n] }, children } satisfies Branch;
    }
    return withTies(
      { kind: 'leaf', ...common(node, n), reason: node.reason, keys: paths[n], files: paths[n] },
      ties(n),
    );
  });
  return { subplans, measures: measure({ graph, subplans, leafOf, levels, bounds, strategy }) };
};

const leafNumbers = (nodes: readonly OutlineNode[], files: number): Int32Array => {
  const leafOf = new Int32Array(files).fill(-1);
  nodes.filter(isLeaf).forEach((leaf, number) => {
    for (const file of leaf.files) leafOf[file] = number;
  });
  return leafOf;
};

/**
 * Context and dependencies are made when first asked for: on a big graph they cost as much as the clustering, and a
 * caller that only wants the files of the leaves never looks at them.
 */
const withTies = (leaf: Omit<Leaf, 'context' | 'dependsOn'>, { context, dependsOn }: LazyTies): Leaf =>
  Object.defineProperties(leaf as Leaf, {
    context: { enumerable: true, get: lazy(context) },
    dependsOn: { enumerable: true, get: lazy(dependsOn) },
  });

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
    context: () => contextOf(rows(), nodes[n].files).map((file) => graph.files[file].path),
    dependsOn: () => dependencies()[leafOf[nodes[n].files[0]]].map((leaf) => ids[nodeOfLeaf[leaf]]),
  });
};

const labelsOf = (graph: FileGraph, nodes: readonly OutlineNode[]): string[] => {
  const importance = new Float64Array(graph.files.length);
  for (let i = 0; i < graph.to.length; i++) if (graph.kind[i] === 0) importance[graph.to[i]] += graph.weight[i];
  const labels = nodes.map(({ label }) => label ?? '');
  const labelling = { files: graph.files, importance };
  const given = (n: number, label: string) => {
    labels[n] = nodes[n].label ?? label;
  };
  if (nodes.length > 0) given(0, 'project');
  for (const node of nodes.filter(isBranch)) {
    const made = labelSiblings(
      labelling,
      node.children.map((child) => nodes[child].files),
    );
    node.children.forEach((child, i) => {
      given(child, made[i]);
    });
  }
  return labels;
};
