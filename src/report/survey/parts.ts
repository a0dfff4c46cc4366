import type { Subplan } from '../../domain/subplan.js';
import type { PlanView } from '../plan-view.js';
import { unfold } from '../unfold.js';
import { visible } from '../visible.js';
import { createSlugs, headingWords } from './slug.js';

/** A subplan that has a section of its own. */
export interface Part {
  readonly subplan: Subplan;
  /** `2.1.3`; '' for the root. */
  readonly number: string;
  /** What its heading says. */
  readonly heading: string;
  readonly anchor: string;
  /** A branch whose parts have no sections, as there would be too many. */
  readonly isFolded: boolean;
}

export interface Parts {
  /** In tree order, the root first. */
  readonly all: readonly Part[];
  /** The part itself, or the nearest above it that has a section. */
  nearest(id: string): Part;
  /** How deep one can go so that no more than so many parts stand there or above; at least 1. */
  depthWithin(most: number): number;
}

/** Which subplans get a section, and where it can be found. `before`: headings that stand above all sections. */
export const createParts = (
  plan: PlanView,
  { most, title, before }: { most: number; title: string; before: readonly string[] },
): Parts => {
  const { rows } = unfold(plan, most);
  const slug = createSlugs();
  const counters: number[] = [];
  const titleAnchor = slug(title);
  for (const heading of before) slug(heading);
  const all = rows.map(({ subplan, folded }, i): Part => {
    if (i === 0) return { subplan, number: '', heading: title, anchor: titleAnchor, isFolded: folded };
    counters.length = subplan.depth;
    counters[subplan.depth - 1] = (counters[subplan.depth - 1] ?? 0) + 1;
    const number = counters.join('.');
    const heading = headingWords(`${number} ${visible(subplan.label)}`);
    return { subplan, number, heading, anchor: slug(heading), isFolded: folded };
  });
  const byId = new Map(all.map((part) => [part.subplan.id, part]));
  const nearest = (id: string): Part => byId.get(id) ?? nearest(plan.get(id).parent as string);
  const byDepth: number[] = [];
  for (const { subplan } of all) byDepth[subplan.depth] = (byDepth[subplan.depth] ?? 0) + 1;
  const depthWithin = (wanted: number): number => {
    let [depth, sum] = [1, byDepth[1] ?? 0];
    while (depth + 1 < byDepth.length && sum + byDepth[depth + 1] <= wanted) sum += byDepth[++depth];
    return depth;
  };
  return { all, nearest, depthWithin };
};
