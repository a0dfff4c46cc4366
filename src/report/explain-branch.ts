import type { Branch, SplitWay, Subplan } from '../domain/subplan.js';
import { lineageOf, type Named, named } from './lineage.js';
import type { PlanView } from './plan-view.js';
import { type Size, sizes } from './sizes.js';

export interface BranchExplanation extends Named {
  readonly kind: 'branch';
  readonly lineage: readonly string[];
  readonly by: SplitWay;
  readonly size: Size;
  readonly children: readonly (Named & { readonly kind: Subplan['kind']; readonly size: Size })[];
  /** Import weight between files of the branch, between its children, and between chunks of path order. */
  readonly imports: { readonly total: number; readonly cut: number; readonly chunkCut: number };
  /** The import weight between each two children, either way, strongest first. */
  readonly between: readonly { readonly from: Named; readonly to: Named; readonly imports: number }[];
}

/** Why a branch is split as it is, beside the plainest split there is: its files in path order, cut into as many parts. */
export const explainBranch = (plan: PlanView, branch: Branch): BranchExplanation => {
  const sizeOf = sizes(plan);
  const children = branch.children.map((id) => plan.get(id));
  const { total, cut, chunkCut, between } = cutsOf(plan, children);
  return {
    kind: 'branch',
    ...named(branch),
    lineage: lineageOf(plan, branch),
    by: branch.split.by,
    size: sizeOf(branch),
    children: children.map((child) => ({ ...named(child), kind: child.kind, size: sizeOf(child) })),
    imports: { total, cut, chunkCut },
    between: [...between]
      .sort((a, b) => b[1] - a[1])
      .map(([pair, imports]) => {
        const [from, to] = pair.split(' ').map((child) => named(children[Number(child)]));
        return { from, to, imports };
      }),
  };
};

const cutsOf = (plan: PlanView, children: readonly Subplan[]) => {
  const { files, from, to, weight, kind } = plan.ties();
  const childOf = new Map<string, number>();
  children.forEach((child, i) => {
    for (const path of filesOf(plan, child)) childOf.set(path, i);
  });
  const child = files.map(({ path }) => childOf.get(path) ?? -1);
  const chunk = chunksOf(child, children.length);
  const between = new Map<string, number>();
  let [total, cut, chunkCut] = [0, 0, 0];
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [child[from[i]], child[to[i]]];
    if (kind[i] !== 0 || a < 0 || b < 0) continue;
    total += weight[i];
    if (chunk[from[i]] !== chunk[to[i]]) chunkCut += weight[i];
    if (a === b) continue;
    cut += weight[i];
    const pair = `${a} ${b}`;
    between.set(pair, (between.get(pair) ?? 0) + weight[i]);
  }
  return { total, cut, chunkCut, between };
};

/** Numbers the branch's files by runs of path order as long as its children. Files come sorted by path. */
const chunksOf = (child: readonly number[], count: number): number[] => {
  const left = Array.from({ length: count }, (_, i) => child.filter((one) => one === i).length);
  let at = 0;
  return child.map((one) => {
    if (one < 0) return -1;
    while (left[at] === 0) at++;
    left[at]--;
    return at;
  });
};

const filesOf = (plan: PlanView, subplan: Subplan): readonly string[] =>
  subplan.kind === 'leaf' ? subplan.files : subplan.children.flatMap((id) => filesOf(plan, plan.get(id)));
