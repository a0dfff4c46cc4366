import type { Wording } from '../domain/message.js';
import { drawFacts, type Fact } from './facts.js';
import { listLeftOut } from './left-out.js';
import type { Paint } from './paint.js';
import type { PlanView } from './plan-view.js';
import { headline, summary } from './summary.js';
import { clip, proseWidth, wrap } from './text-width.js';
import { drawTree } from './tree.js';
import { visible } from './visible.js';

export interface PlanPage {
  /** What the project is called. */
  readonly name: string;
  readonly columns: number | undefined;
  /** Lines of the screen; undefined: no limit. */
  readonly rows: number | undefined;
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly words: Wording;
  /** The tree alone. */
  readonly quiet: boolean;
  /** List every file that is left out. */
  readonly leftOut: boolean;
  /** More facts for the end of the summary. */
  readonly facts: readonly Fact[];
  /** What one could do next. */
  readonly hints: readonly string[];
}

/** The tree is never clipped to fewer lines than these, however small the screen. */
const fewestRows = 8;
/** The heading of the tree, the line that counts what is hidden, and the prompt that comes after. */
const ownRows = 3;

/** A plan for a terminal: its headline, its tree and what to know of it. */
export const drawPlan = (plan: PlanView, page: PlanPage): string[] => {
  const { columns, paint } = page;
  const width = columns ?? Number.POSITIVE_INFINITY;
  const listed = page.leftOut && plan.leftOut.length > 0 ? ['', ...listLeftOut(plan.leftOut, columns, paint)] : [];
  if (page.quiet) return [...tree(plan, page, page.rows), ...listed];
  const title = clip(`${visible(page.name)}: ${headline(plan)}`, width);
  const facts = drawFacts([...summary(plan, page), ...page.facts], columns, paint);
  const hints = page.hints.flatMap((hint) => wrap(hint, columns ?? proseWidth)).map((line) => paint('dim', line));
  const [head, foot] = [
    [paint('bold', title), ''],
    ['', ...facts, ...(hints.length === 0 ? [] : ['', ...hints])],
  ];
  // The list of what is left out is long by nature: it comes before what should stay in sight.
  const left = page.rows === undefined ? undefined : page.rows - head.length - foot.length;
  return [...head, ...tree(plan, page, left), ...listed, ...foot];
};

const tree = (plan: PlanView, { columns, paint }: PlanPage, room: number | undefined): string[] =>
  drawTree(plan, { columns, paint, rows: room === undefined ? undefined : Math.max(fewestRows, room - ownRows) });
