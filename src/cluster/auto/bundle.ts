import { fits, type Load } from '../../domain/bounds.js';
import type { SplitWay } from '../../domain/subplan.js';
import { Heap } from '../../util/heap.js';
import { nameOf } from '../../util/paths.js';
import { weightsBetween } from '../between.js';
import type { Ground } from '../ground.js';
import type { Item } from './items.js';
import { runsOf } from './runs.js';
import type { Dividing } from './sizes.js';

export interface Bundled {
  readonly items: readonly (readonly Item[])[];
  readonly by: SplitWay;
}

interface Cluster extends Load {
  readonly number: number;
  items: Item[];
  files: number;
  tokens: number;
  readonly ties: Map<Cluster, number>;
  gone: boolean;
  version: number;
}

interface Pair {
  readonly a: Cluster;
  readonly b: Cluster;
  readonly versions: number;
  readonly score: number;
}

/** What two items are worth to each other for beginning with the same word. */
const sameWord = 0.5;
/** For standing one after the other. */
const sideBySide = 0.02;
/** With fewer ties than this for each item there is nothing to follow but the names. */
const leastTies = 0.5;

/** Puts loose items into leaves, those that are tied or named alike together; without ties in their order. */
export const bundle = (dividing: Dividing, loose: readonly Item[]): Bundled => {
  const { ground, room } = dividing;
  if (loose.length === 0) return { items: [], by: 'directory' };
  const sorted = inOrder(loose);
  if (fits(loadOf(sorted), room)) return { items: [sorted], by: 'directory' };
  const graph = weightsBetween(
    ground.imports,
    sorted.map(({ files }) => told(ground, files)),
    ground.scratch,
  );
  if (graph.neighbour.length < 2 * leastTies * sorted.length) {
    return { items: runsOf(dividing, sorted), by: 'packing' };
  }
  const clusters: Cluster[] = sorted.map((item, number) => ({
    ...{ number, items: [item], files: item.files.length, tokens: item.tokens },
    ...{ ties: new Map(), gone: false, version: 0 },
  }));
  const degree = clusters.map((_, c) => {
    let sum = 0;
    for (let e = graph.offset[c]; e < graph.offset[c + 1]; e++) sum += graph.weight[e];
    return sum;
  });
  const add = (a: number, b: number, weight: number): void => {
    clusters[a].ties.set(clusters[b], (clusters[a].ties.get(clusters[b]) ?? 0) + weight);
    clusters[b].ties.set(clusters[a], (clusters[b].ties.get(clusters[a]) ?? 0) + weight);
  };
  for (let c = 0; c < clusters.length; c++) {
    for (let e = graph.offset[c]; e < graph.offset[c + 1]; e++) {
      const other = graph.neighbour[e];
      if (other > c) add(c, other, graph.weight[e] / Math.sqrt(degree[c] * degree[other]));
    }
    if (c === 0) continue;
    add(c - 1, c, sideBySide);
  }
  const words = new Map<string, number>();
  sorted.forEach((item, c) => {
    const word = firstWord(item);
    const last = words.get(word);
    if (word !== '' && last !== undefined) add(last, c, sameWord);
    words.set(word, c);
  });
  return { items: joined(dividing, clusters), by: 'imports' };
};

/** `07-websockets`, `issue-1234`, `2024-01-31-release.md`. */
export const isNumbered = (name: string): boolean => /^\D{0,6}\d/.test(name);

/** Without the tests, where there is something else: a test imports what its subject works with. */
const told = ({ files: all }: Ground, files: readonly number[]): readonly number[] => {
  const others = files.filter((file) => all[file].role !== 'test');
  return others.length > 0 ? others : files;
};

export const loadOf = (items: readonly Item[]): Load => ({
  files: items.reduce((sum, { files }) => sum + files.length, 0),
  tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
});

const firstWord = (item: Item): string =>
  /^[a-z]+|^[A-Z]+[a-z]*/.exec(nameOf(item.path).replace(/^[._]+/, ''))?.[0].toLowerCase() ?? '';

/** By path, numbers by their size. */
const inOrder = (items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => compareNatural(a.path, b.path) || a.lead - b.lead);

const compareNatural = (a: string, b: string): number => {
  const [as, bs] = [a.match(/\d+|\D+/g) ?? [], b.match(/\d+|\D+/g) ?? []];
  for (let i = 0; i < as.length && i < bs.length; i++) {
    if (as[i] === bs[i]) continue;
    const numbers = Number(as[i]) - Number(bs[i]);
    if (!Number.isNaN(numbers) && numbers !== 0) return numbers;
    return as[i] < bs[i] ? -1 : 1;
  }
  return as.length - bs.length;
};

/** Joins the clusters that are tied most for their size, as long as a leaf holds them. */
const joined = ({ room }: Dividing, clusters: readonly Cluster[]): Item[][] => {
  const heap = new Heap<Pair>(
    (a, b) => a.score > b.score || (a.score === b.score && (a.a.number - b.a.number || a.b.number - b.b.number) < 0),
  );
  const offer = (a: Cluster, b: Cluster): void => {
    if (!fits({ files: a.files + b.files, tokens: a.tokens + b.tokens }, room)) return;
    const tie = a.ties.get(b) as number;
    const [first, second] = a.number < b.number ? [a, b] : [b, a];
    heap.push({
      a: first,
      b: second,
      versions: a.version + b.version,
      score: tie / Math.sqrt(a.items.length * b.items.length),
    });
  };
  for (const cluster of clusters)
    for (const other of cluster.ties.keys()) if (other.number > cluster.number) offer(cluster, other);
  for (let pair = heap.pop(); pair; pair = heap.pop()) {
    const { a, b } = pair;
    if (a.gone || b.gone || a.version + b.version !== pair.versions) continue;
    b.gone = true;
    a.items.push(...b.items);
    a.files += b.files;
    a.tokens += b.tokens;
    a.version++;
    a.ties.delete(b);
    for (const [other, weight] of b.ties) {
      if (other === a || other.gone) continue;
      other.ties.delete(b);
      const sum = (a.ties.get(other) ?? 0) + weight;
      a.ties.set(other, sum);
      other.ties.set(a, sum);
    }
    for (const other of a.ties.keys()) if (!other.gone) offer(a, other);
  }
  return clusters.filter(({ gone }) => !gone).map(({ items }) => items);
};
