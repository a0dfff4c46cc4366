import type { Plan } from '../src/index.js';
import { seededRandom } from '../src/util/random.js';
import type { ProjectGraph } from './stored-graphs.js';

const half = 0.005;

/** One percent of churn: half a percent of the files and of the imports go, as many come, new files beside others. */
export const edited = (graph: ProjectGraph, seed: number): ProjectGraph => {
  const draw = seededRandom(seed);
  const next = () => draw() / 4294967296;
  const kept = graph.files.map(() => next() >= half);
  const index = new Map<number, number>();
  const files = graph.files.filter((_, i) => kept[i] && index.set(i, index.size));
  const edges = graph.edges
    .filter(([from, to]) => kept[from] && kept[to] && next() >= half)
    .map(([from, to]): [number, number] => [index.get(from) as number, index.get(to) as number]);
  const old = files.length;
  const any = () => Math.floor(next() * old);
  for (let i = 0; i < Math.ceil(old * half); i++) {
    const { path, bytes, tokens } = files[any()];
    const beside = files.findIndex((file) => file.path === path);
    edges.push([files.length, beside], [files.length, any()]);
    files.push({ path: `${path.replace(/[^/]*$/, '')}new-${seed}-${i}.${path.split('.').pop()}`, bytes, tokens });
  }
  for (let i = 0; i < Math.ceil(edges.length * half); i++) {
    const [from, to] = [any(), any()];
    if (from !== to) edges.push([from, to]);
  }
  return { files, edges };
};

/**
 * The percentage of surviving files that changed their leaf. Leaves are matched one to one by what they share, most
 * first; a file has moved unless its new leaf is the match of its old one.
 */
export const movedPercent = (before: Plan, after: Plan): number => {
  const [old, now] = [before, after].map(
    ({ leaves }) => new Map(leaves.flatMap(({ id, files }) => files.map((path) => [path, id]))),
  );
  const survivors = [...now.keys()].filter((path) => old.has(path));
  const shared = new Map<string, number>();
  for (const path of survivors) {
    const pair = `${old.get(path)} ${now.get(path)}`;
    shared.set(pair, (shared.get(pair) ?? 0) + 1);
  }
  const match = new Map<string, string>();
  const taken = new Set<string>();
  for (const [pair] of [...shared].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const [from, to] = pair.split(' ');
    if (match.has(from) || taken.has(to)) continue;
    match.set(from, to);
    taken.add(to);
  }
  const moved = survivors.filter((path) => now.get(path) !== match.get(old.get(path) as string));
  return (100 * moved.length) / survivors.length;
};
