import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { GivenFile, Plan } from '../src/index.js';

/** The lowest cuts known within 30,000 tokens a leaf, in percent of the imports; found with minutes of annealing. */
export const bestKnownCut = { vue: 51.88, babel: 34.26, django: 65.06, redis: 52.38, kubernetes: 90.3 };
export type GraphName = keyof typeof bestKnownCut;

/** Files and which of them imports which, by number. */
export interface ProjectGraph {
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly tokens: number }[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** A public project: its files with their sizes (tokens = bytes ÷ 4) and imports. */
export const projectGraph = (name: GraphName): ProjectGraph => {
  const packed = readFileSync(new URL(`./graphs/${name}.json.gz`, import.meta.url));
  const { files, edges } = JSON.parse(gunzipSync(packed).toString()) as {
    files: [string, number][];
    edges: [number, number][];
  };
  return {
    files: files.map(([path, bytes]) => ({ path, bytes, tokens: Math.ceil(bytes / 4) })),
    edges: edges.map(([from, to]) => [from, to]),
  };
};

export const givenFiles = ({ files, edges }: ProjectGraph): GivenFile[] => {
  const imports: string[][] = files.map(() => []);
  for (const [from, to] of edges) imports[from].push(files[to].path);
  return files.map((file, i) => ({ ...file, imports: imports[i] }));
};

export const storedGraph = (name: GraphName): GivenFile[] => givenFiles(projectGraph(name));

/** How many leaves there would have to be at the very least. */
export const fewestLeaves = (files: readonly GivenFile[], budget: number): number => {
  const tokens = files.map((file) => file.tokens as number);
  const rest = tokens.filter((count) => count <= budget).reduce((sum, count) => sum + count, 0);
  return Math.ceil(rest / budget) + tokens.filter((count) => count > budget).length;
};

export const cutPercent = (plan: Plan): number => 100 * plan.measures.cut.share;
