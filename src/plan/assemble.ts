import type { Bounds } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { FileRole, ProjectFile } from '../domain/inventory.js';
import type { Measures, Stayed, StrategyUsed } from '../domain/measures.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';
import { compareText } from '../util/compare.js';
import { idOf } from '../util/id-of.js';
import { contextOf, importRows } from './context.js';
import { cutsOf } from './cuts.js';
import { dependenciesOf } from './depends.js';
import { labelTree } from './labels.js';
import { lazy, withLazy } from './lazy.js';
import { measure } from './measures.js';
import { isBranch, isLeaf, type OutlineNode, outline } from './outline.js';

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
    return withLazy<Leaf, 'label' | 'context' | 'dependsOn' | 'roles' | 'packages'>(
      { kind: 'leaf', ...common, reason, keys: paths[n], files: paths[n], ...(limits ? { limits } : {}) },
      { label, ...kindsOf(graph.files, node.files), ...tiesOf(n) },
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

/** What the files of a leaf are for, and which packages they are of. */
const kindsOf = (all: readonly ProjectFile[], files: readonly number[]) => ({
  roles: () => {
    const roles: Partial<Record<FileRole, number>> = {};
    for (const file of files) roles[all[file].role] = (roles[all[file].role] ?? 0) + 1;
    return Object.freeze(roles);
  },
  packages: () => {
    const tokens = new Map<string, number>();
    for (const file of files) tokens.set(all[file].package, (tokens.get(all[file].package) ?? 0) + all[file].tokens);
    return Object.freeze([...tokens].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).map(([folder]) => folder));
  },
});

interface LazyTies {
  context(): readonly string[];
  dependsOn(): readonly string[];
}

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

/** Labels all nodes together, when the first is asked for. */
const labeller = (graph: FileGraph, nodes: readonly OutlineNode[]): ((n: number) => string) => {
  const labels = lazy(() => {
    const importance = new Float64Array(graph.files.length);
    for (let i = 0; i < graph.to.length; i++) if (graph.kind[i] === 0) importance[graph.to[i]] += graph.weight[i];
    return labelTree({ files: graph.files, importance }, nodes);
  });
  return (n) => labels()[n];
};
