import type { DirectedGraph } from 'graphology';
import { type FileGraph, type TieKind, tieKinds } from '../domain/file-graph.js';
import type { ProjectFile } from '../domain/inventory.js';
import type { Leaf } from '../domain/subplan.js';
import { graphology } from './graphology.js';

export interface FileNode extends Omit<ProjectFile, 'path'> {
  /** The id of the leaf the file stands in. */
  readonly leaf: string;
}

export interface FileTie {
  readonly weight: number;
  /** The strongest kind, where two files are tied in several ways. */
  readonly kind: TieKind;
}

/** The files of a plan and their ties, as a graphology graph. */
export const graphOfFiles = (ties: FileGraph, leaves: readonly Leaf[]): DirectedGraph<FileNode, FileTie> => {
  const graph = new (graphology().DirectedGraph)<FileNode, FileTie>();
  const { files, from, to, weight, kind } = ties;
  const leafOf = new Map(leaves.flatMap((leaf) => leaf.files.map((path) => [path, leaf.id])));
  for (const { path, ...rest } of files) graph.addNode(path, { ...rest, leaf: leafOf.get(path) as string });
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [files[from[i]].path, files[to[i]].path];
    if (!graph.hasEdge(a, b)) graph.addEdge(a, b, { weight: weight[i], kind: tieKinds[kind[i]] });
    else graph.updateEdgeAttribute(a, b, 'weight', (sum = 0) => sum + weight[i]);
  }
  return graph;
};
