import { type TieKind, tieKinds } from '../domain/file-graph.js';
import type { ProjectFile } from '../domain/inventory.js';
import type { Leaf, LeafReason } from '../domain/subplan.js';
import { type LeafPlace, placeOf } from './leaf-place.js';
import { lineageOf, type Named, named } from './lineage.js';
import type { PlanView } from './plan-view.js';

export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly kind: TieKind;
  readonly weight: number;
}

interface Neighbour extends Named {
  /** Import weight from the leaf to this one. */
  readonly imports: number;
  /** Import weight from this one to the leaf. */
  readonly importedBy: number;
  /** The strongest import between the two. */
  readonly example: Pair;
}

export interface LeafExplanation extends Named {
  readonly kind: 'leaf';
  readonly lineage: readonly string[];
  readonly tokens: number;
  readonly reason: LeafReason;
  readonly files: readonly Omit<ProjectFile, 'bytes'>[];
  /** What holds it together. */
  readonly ties: {
    readonly imports: number;
    readonly tests: number;
    readonly folders: number;
    /** Imports and test ties inside, strongest first. */
    readonly pairs: readonly Pair[];
    /** Files that several others of the leaf import, the most imported first. */
    readonly hubs: readonly { readonly path: string; readonly importedBy: number }[];
    /** Files that no import and no test ties to another of the leaf. */
    readonly loose: readonly string[];
  };
  /** What splitting separated it from, strongest first. */
  readonly cut: { readonly imports: number; readonly importedBy: number; readonly leaves: readonly Neighbour[] };
  /** Strongest first. */
  readonly context: readonly { readonly path: string; readonly leaf: string; readonly weight: number }[];
  readonly dependsOn: readonly Named[];
  /** Leaves it imports from that import it too, straight or through others: none of them comes first. */
  readonly circular: readonly Named[];
  readonly place: LeafPlace;
}

/** Why a leaf is what it is: what ties its files, what was cut, what stands around it. */
export const explainLeaf = (plan: PlanView, leaf: Leaf): LeafExplanation => {
  const { files } = plan.ties();
  const at = new Set(leaf.files);
  const members = files.filter(({ path }) => at.has(path));
  const { inside, across } = tiesOf(plan, leaf);
  const neighbours = neighboursOf(plan, across);
  const dependsOn = new Set(leaf.dependsOn);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const weightOf = (kind: TieKind) => inside.filter((pair) => pair.kind === kind);
  const close = inside.filter(({ kind }) => kind !== 'folder');
  const tied = new Set(close.flatMap(({ from, to }) => [from, to]));
  return {
    kind: 'leaf',
    ...named(leaf),
    lineage: lineageOf(plan, leaf),
    tokens: leaf.tokens,
    reason: leaf.reason,
    files: members.map(({ bytes, ...file }) => file),
    ties: {
      imports: sum(weightOf('import').map(({ weight }) => weight)),
      tests: weightOf('test').length,
      folders: weightOf('folder').length,
      pairs: strongest(close),
      hubs: hubsOf(close),
      loose: leaf.files.filter((path) => !tied.has(path)),
    },
    cut: {
      imports: sum(neighbours.map(({ imports }) => imports)),
      importedBy: sum(neighbours.map(({ importedBy }) => importedBy)),
      leaves: neighbours,
    },
    context: contextOf(leaf, across),
    dependsOn: leaf.dependsOn.map((id) => named(plan.get(id))),
    circular: neighbours.filter(({ id, imports }) => imports > 0 && !dependsOn.has(id)).map(named),
    place: placeOf(plan.graph('leaves'), leaf.id),
  };
};

/** A tie of the leaf to a file outside it. */
interface Crossing extends Pair {
  readonly other: string;
  readonly leaf: Leaf;
  readonly outward: boolean;
}

const tiesOf = (plan: PlanView, leaf: Leaf): { inside: Pair[]; across: Crossing[] } => {
  const { files, from, to, weight, kind } = plan.ties();
  const leafOf = new Map(plan.leaves.flatMap((one) => one.files.map((path) => [path, one] as const)));
  const isMember = files.map(({ path }) => leafOf.get(path) === leaf);
  const inside: Pair[] = [];
  const across: Crossing[] = [];
  for (let i = 0; i < from.length; i++) {
    const [out, into] = [isMember[from[i]], isMember[to[i]]];
    if (!out && !into) continue;
    const pair: Pair = { from: files[from[i]].path, to: files[to[i]].path, kind: tieKinds[kind[i]], weight: weight[i] };
    const other = out ? pair.to : pair.from;
    if (out && into) inside.push(pair);
    else if (pair.kind === 'import') across.push({ ...pair, other, leaf: leafOf.get(other) as Leaf, outward: out });
  }
  return { inside, across };
};

const hubsOf = (pairs: readonly Pair[]): { path: string; importedBy: number }[] => {
  const importers = new Map<string, number>();
  for (const { to, kind } of pairs) if (kind === 'import') importers.set(to, (importers.get(to) ?? 0) + 1);
  return [...importers]
    .filter(([, importedBy]) => importedBy > 1)
    .sort((a, b) => b[1] - a[1])
    .map(([path, importedBy]) => ({ path, importedBy }));
};

/** By weight; among equals those between the best connected files first, as they say most. */
const strongest = (pairs: readonly Pair[]): Pair[] => {
  const degree = new Map<string, number>();
  for (const { from, to } of pairs) for (const path of [from, to]) degree.set(path, (degree.get(path) ?? 0) + 1);
  const ends = ({ from, to }: Pair) => (degree.get(from) ?? 0) + (degree.get(to) ?? 0);
  return [...pairs].sort((a, b) => b.weight - a.weight || ends(b) - ends(a));
};

const neighboursOf = (plan: PlanView, across: readonly Crossing[]): Neighbour[] => {
  const found = new Map<string, { imports: number; importedBy: number; example: Pair }>();
  for (const { leaf, outward, other: _, ...pair } of across) {
    const { imports = 0, importedBy = 0, example = pair } = found.get(leaf.id) ?? {};
    found.set(leaf.id, {
      imports: imports + (outward ? pair.weight : 0),
      importedBy: importedBy + (outward ? 0 : pair.weight),
      example: pair.weight > example.weight ? pair : example,
    });
  }
  return [...found]
    .map(([id, ties]) => ({ ...named(plan.get(id)), ...ties }))
    .sort((a, b) => b.imports + b.importedBy - a.imports - a.importedBy);
};

const contextOf = (leaf: Leaf, across: readonly Crossing[]): LeafExplanation['context'] => {
  const byPath = new Map<string, Crossing[]>();
  for (const crossing of across) {
    const list = byPath.get(crossing.other);
    if (list) list.push(crossing);
    else byPath.set(crossing.other, [crossing]);
  }
  return leaf.context.flatMap((path) => {
    const ties = byPath.get(path);
    if (!ties) return [];
    return [{ path, leaf: ties[0].leaf.label, weight: ties.reduce((sum, { weight }) => sum + weight, 0) }];
  });
};
