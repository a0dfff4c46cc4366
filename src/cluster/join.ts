import { fits } from '../domain/bounds.js';
import { Heap } from '../util/heap.js';
import { folderOf, sharedFolders } from '../util/paths.js';
import { weightsBetween } from './between.js';
import { ascending, type Ground, tokensOf } from './ground.js';
import type { Unit } from './unit.js';

/** Some units put together. */
export interface Group {
  readonly units: readonly Unit[];
  readonly files: number;
  readonly tokens: number;
}

export interface Joining {
  /** Whether the smallest group must still be joined to another; `groups` is how many there are now. */
  needsJoin(smallest: Group, groups: number): boolean;
  /** A bound that a join must keep. */
  mayJoin(a: Group, b: Group): boolean;
}

interface Node extends Group {
  units: Unit[];
  files: number;
  tokens: number;
  /** Its first file: stable, and breaks ties. */
  readonly first: number;
  readonly ties: Map<Node, number>;
  before: Node | undefined;
  after: Node | undefined;
  gone: boolean;
}

/** How far to look along the paths for a group that may be joined. */
const reach = 64;

/**
 * Joins groups of units, smallest first, each to the one it is most tied to for that one's size, and where there are no
 * ties to the one nearest by path, until none needs joining or none may be joined.
 */
export const joinSmall = (ground: Ground, groups: readonly (readonly Unit[])[], joining: Joining): Unit[][] => {
  const flat = flattened(ground, groups);
  // Most often there is nothing to join, and finding the ties would be all the work.
  if (!flat.some((group) => joining.needsJoin(group, flat.length))) return flat.map(({ units }) => [...units]);
  const nodes = tiedNodes(ground, flat);
  let count = nodes.length;
  const waiting = new Heap<{ node: Node; files: number }>(
    (a, b) => a.files < b.files || (a.files === b.files && a.node.first < b.node.first),
  );
  for (const node of nodes) waiting.push({ node, files: node.files });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const small = next.node;
    if (small.gone || small.files !== next.files) continue;
    if (!joining.needsJoin(small, count)) continue;
    const partner = mostTied(small, joining) ?? nearestByPath(ground, small, joining);
    if (!partner) continue;
    absorb(partner, small);
    waiting.push({ node: partner, files: partner.files });
    count--;
  }
  return nodes.filter(({ gone }) => !gone).map(({ units }) => units);
};

/** The same for units, each a group of its own. */
export const joinUnits = (ground: Ground, units: readonly Unit[], joining: Joining): Unit[] =>
  joinSmall(
    ground,
    units.map((unit) => [unit]),
    joining,
  ).map(filesOf);

/** The same where the budget bounds what may be joined. */
export const joinWithinBudget = (ground: Ground, units: readonly Unit[], needsJoin: Joining['needsJoin']): Unit[] =>
  joinUnits(ground, units, {
    needsJoin,
    mayJoin: (a, b) => fits({ files: a.files + b.files, tokens: a.tokens + b.tokens }, ground.bounds),
  });

/** The files of a group of units, sorted. */
export const filesOf = (units: readonly Unit[]): Unit => (units.length === 1 ? units[0] : units.flat().sort(ascending));

interface FlatGroup extends Group {
  readonly all: Unit;
  readonly first: number;
}

/** In order of their first file. */
const flattened = (ground: Ground, groups: readonly (readonly Unit[])[]): FlatGroup[] =>
  groups
    .map((units) => {
      const all = units.length === 1 ? units[0] : units.flat();
      const first = units.reduce((least, [file]) => Math.min(least, file), Number.POSITIVE_INFINITY);
      return { units, all, first, files: all.length, tokens: tokensOf(ground, all) };
    })
    .sort((a, b) => a.first - b.first);

const tiedNodes = (ground: Ground, flat: readonly FlatGroup[]): Node[] => {
  const nodes: Node[] = flat.map(({ units, first, files, tokens }) => ({
    units: [...units],
    files,
    tokens,
    first,
    ties: new Map(),
    before: undefined,
    after: undefined,
    gone: false,
  }));
  const graph = weightsBetween(
    ground.ties,
    flat.map(({ all }) => all),
    ground.scratch,
  );
  nodes.forEach((node, a) => {
    node.before = nodes[a - 1];
    node.after = nodes[a + 1];
    for (let e = graph.offset[a]; e < graph.offset[a + 1]; e++)
      node.ties.set(nodes[graph.neighbour[e]], graph.weight[e]);
  });
  return nodes;
};

const mostTied = (node: Node, { mayJoin }: Joining): Node | undefined => {
  let [best, strongest]: [Node | undefined, number] = [undefined, 0];
  for (const [other, weight] of node.ties) {
    const pull = weight / Math.sqrt(other.files);
    if (pull < strongest || (pull === strongest && best && best.first < other.first)) continue;
    if (mayJoin(node, other)) [best, strongest] = [other, pull];
  }
  return best;
};

const nearestByPath = (ground: Ground, node: Node, { mayJoin }: Joining): Node | undefined => {
  const folder = ({ first }: Node) => folderOf(ground.files[first].path);
  let [best, nearest]: [Node | undefined, number] = [undefined, -1];
  for (const side of ['before', 'after'] as const) {
    let other = node[side];
    for (let steps = 0; other && steps < reach && !mayJoin(node, other); steps++) other = other[side];
    if (!other || !mayJoin(node, other)) continue;
    const shared = sharedFolders(folder(node), folder(other));
    if (shared > nearest || (shared === nearest && best && other.files < best.files)) [best, nearest] = [other, shared];
  }
  return best;
};

const absorb = (partner: Node, small: Node): void => {
  small.gone = true;
  if (small.before) small.before.after = small.after;
  if (small.after) small.after.before = small.before;
  partner.units.push(...small.units);
  partner.files += small.files;
  partner.tokens += small.tokens;
  for (const [other, weight] of small.ties) {
    other.ties.delete(small);
    if (other === partner) continue;
    const sum = (partner.ties.get(other) ?? 0) + weight;
    partner.ties.set(other, sum);
    other.ties.set(partner, sum);
  }
};
