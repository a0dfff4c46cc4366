import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ledger, Reusable } from '../domain/ledger.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Leaf } from '../domain/subplan.js';
import { noUsage } from '../domain/usage.js';
import { digestFile, digestFiles } from '../run/digest-files.js';
import { tagOf } from '../run/look.js';
import type { RecalledNode } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';
import type { Fingerprints } from './fingerprints.js';

export interface Reusing {
  readonly ledger: Ledger;
  readonly tree: RunTree;
  readonly root: string;
  readonly fingerprints: Fingerprints;
  /** Nodes that are known already. */
  readonly known: ReadonlySet<number>;
  /** The only run whose values are taken; undefined: any. */
  readonly from?: string | undefined;
  /** Whether the value of a leaf is taken; undefined: always. */
  readonly isKept?: ((value: StoredValue) => boolean) | undefined;
}

/** Leaves looked at in one turn of the loop, so that Ctrl-C is heard while a large project is read. */
const perTurn = 64;

/** Leaves for which the ledger has a value, by what their files hold now, and branches above nothing else. */
export const findReusable = async ({
  ledger,
  tree,
  root,
  fingerprints,
  known,
  from,
  isKept,
}: Reusing): Promise<RecalledNode[]> => {
  const wanted = await leafFingerprints({ tree, root, fingerprints, known });
  const found = new Map<number, RecalledNode>();
  const values = ledger.reusable([...wanted.values()].flat(), from);
  for (const [node, prints] of wanted) {
    const print = prints.find((one) => values.has(one));
    if (print === undefined) continue;
    const reusable = values.get(print) as Reusable;
    if (!isKept || isKept(reusable.value)) found.set(node, reused(node, print, reusable));
  }
  // A branch stands before those below it. Level by level, so that each level is looked up at once.
  const depths = [...new Set(tree.nodes.slice(tree.leaves).map(({ depth }) => depth))].sort((a, b) => b - a);
  for (const depth of depths) {
    const prints = branchFingerprints({ tree, fingerprints, found, depth });
    const values = ledger.reusable([...prints.values()], from);
    for (const [node, print] of prints) {
      const value = values.get(print);
      if (value && !known.has(node)) found.set(node, reused(node, print, value));
    }
  }
  return [...found.values()];
};

type LeafLooking = Omit<Reusing, 'ledger'>;

/** Of each leaf, for a task that reads its files and for one that reads its context as well: only the task knows. */
const leafFingerprints = async ({ tree, root, fingerprints, known }: LeafLooking): Promise<Map<number, string[]>> => {
  const digests = new Map<string, string>();
  const once = (path: string): string => {
    const seen = digests.get(path) ?? digestFile(path);
    digests.set(path, seen);
    return seen;
  };
  const wanted = new Map<number, string[]>();
  for (let node = 0; node < tree.leaves; node++) {
    if (node % perTurn === perTurn - 1) await nextTurn();
    if (known.has(node)) continue;
    const { files, context } = tree.nodes[node].leaf as Leaf;
    const seen = [
      tagOf('files', digestFiles(root, files, once)),
      tagOf('context', digestFiles(root, [...files, ...context], once)),
    ];
    wanted.set(
      node,
      seen.flatMap((one) => fingerprints.leaf(node, one) ?? []),
    );
  }
  return wanted;
};

interface BranchLooking {
  readonly tree: RunTree;
  readonly fingerprints: Fingerprints;
  readonly found: ReadonlyMap<number, RecalledNode>;
  readonly depth: number;
}

/** Of the branches of one level whose children are all reused. */
const branchFingerprints = ({ tree, fingerprints, found, depth }: BranchLooking): Map<number, string> => {
  const prints = new Map<number, string>();
  for (let node = tree.leaves; node < tree.nodes.length; node++) {
    if (tree.nodes[node].depth !== depth) continue;
    const children = tree.children(node).map((child) => found.get(child)?.value?.hash);
    if (children.some((hash) => hash === undefined)) continue;
    const print = fingerprints.branch(
      node,
      children.map((hash) => ({ outcome: 'succeeded', hash })),
    );
    if (print !== undefined) prints.set(node, print);
  }
  return prints;
};

const reused = (node: number, fingerprint: string, { value, run }: Reusable): RecalledNode => ({
  ...{ node, attempts: 0, forgiven: 0, isDone: true, origin: 'reused', value, usage: noUsage },
  ...{ startedAt: undefined, endedAt: undefined, from: run, fingerprint },
});
