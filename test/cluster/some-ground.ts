import fc from 'fast-check';
import { type Ground, groundFor } from '../../src/cluster/ground.js';
import type { Unit } from '../../src/cluster/unit.js';
import type { Bounds } from '../../src/domain/bounds.js';
import type { ClusterTree } from '../../src/domain/cluster-tree.js';
import type { FileGraph } from '../../src/domain/file-graph.js';
import { projectFiles } from '../../src/inventory/project-files.js';

const folders = ['', 'a/', 'a/deep/', 'b/', 'b/x/', 'c/'];
const languages = ['typescript', 'python', 'go'];

interface Drawn {
  readonly files: readonly { readonly folder: number; readonly tokens: number }[];
  /** From, to, kind and weight. */
  readonly ties: readonly (readonly [number, number, number, number])[];
}

const someDrawn: fc.Arbitrary<Drawn> = fc.record({
  files: fc.array(fc.record({ folder: fc.nat(5), tokens: fc.nat(300) }), { minLength: 1, maxLength: 40, size: 'max' }),
  ties: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3), fc.integer({ min: 1, max: 4 })), {
    maxLength: 100,
    size: 'max',
  }),
});

/** Files in folders, sorted by path, with ties of all kinds. */
const graphOf = ({ files, ties }: Drawn): FileGraph => {
  const sorted = files
    .map(({ folder, tokens }, i) => ({ path: `${folders[folder]}f${i}.ts`, tokens, language: languages[i % 3] }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const column = <T>(pick: (tie: Drawn['ties'][number]) => number, make: (values: number[]) => T): T =>
    make(ties.map(pick));
  return {
    files: projectFiles(sorted.map((file) => ({ ...file, bytes: file.tokens * 4 }))),
    from: column(([from]) => from % files.length, Uint32Array.from.bind(Uint32Array)),
    to: column(([, to]) => to % files.length, Uint32Array.from.bind(Uint32Array)),
    kind: column(([, , kind]) => kind, Uint8Array.from.bind(Uint8Array)),
    weight: column(([, , , weight]) => weight, Float64Array.from.bind(Float64Array)),
    imports: { resolved: 0, external: 0, leftOut: 0, missing: 0 },
    unread: [],
  };
};

export const someGraph: fc.Arbitrary<FileGraph> = someDrawn.map(graphOf);

const someBounds: fc.Arbitrary<Bounds> = fc.record({
  maxDepth: fc.integer({ min: 1, max: 5 }),
  maxTokens: fc.option(fc.integer({ min: 50, max: 1_500 }), { nil: undefined }),
  maxFiles: fc.option(fc.integer({ min: 4, max: 15 }), { nil: undefined }),
  maxChildren: fc.integer({ min: 2, max: 6 }),
  minFiles: fc.integer({ min: 1, max: 4 }),
});

export const someGround: fc.Arbitrary<Ground> = fc
  .tuple(someGraph, someBounds, fc.nat(1_000))
  .map(([graph, bounds, seed]) => groundFor(graph, bounds, seed));

export const allOf = ({ files }: Ground): number[] => files.map((_, file) => file);

/** Cuts the files into parts, none of them empty, by numbers drawn for them. */
export const partsOf = (files: readonly number[], draw: readonly number[], parts: number): number[][] => {
  const made: number[][] = Array.from({ length: parts }, () => []);
  files.forEach((file, i) => {
    made[(draw[i % draw.length] ?? i) % parts].push(file);
  });
  return made.filter(({ length }) => length > 0);
};

export const someDraw = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 40, size: 'max' });

export const sorted = (units: readonly Unit[]): number[] => units.flat().sort((a, b) => a - b);

export const leavesOf = (tree: ClusterTree): Unit[] =>
  tree.kind === 'leaf' ? [tree.files] : tree.children.flatMap(leavesOf);
