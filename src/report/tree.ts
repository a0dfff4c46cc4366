import { brief, count, some } from './numbers.js';
import type { Paint, Style } from './paint.js';
import type { PlanView } from './plan-view.js';
import { idLength } from './short-ids.js';
import { type Size, sizes } from './sizes.js';
import { clip, padEnd, padStart, widestOf, widthOf } from './text-width.js';
import { type Row, unfold } from './unfold.js';
import { visible } from './visible.js';
import { reasonWords, splitColumn } from './words.js';

export interface Screen {
  /** Cells in a line; undefined: no limit. */
  readonly columns: number | undefined;
  /** Lines for the tree; undefined: no limit. */
  readonly rows: number | undefined;
  readonly paint: Paint;
}

interface Line {
  readonly stem: string;
  readonly label: string;
  readonly files: string;
  readonly tokens: string;
  readonly id: string;
  readonly why: string;
  readonly styles: { readonly label?: Style; readonly figures?: Style; readonly id: Style; readonly why: Style };
}

/** Where nothing limits the width, one very long label must not push the columns of all others away. */
const widestLabel = 72;
const narrowestLabel = 20;
const gap = 2;

/** The tree of a plan, one line a subplan: label, files, tokens, id, and what split it or why it was not split. */
export const drawTree = (plan: PlanView, { columns, rows: most, paint }: Screen): string[] => {
  const { rows, hidden } = unfold(plan, most ?? Number.POSITIVE_INFINITY);
  if (rows.length === 0) return [];
  const sizeOf = sizes(plan);
  const digits = idLength(plan);
  const lines = [heading, ...rows.map((row) => lineOf(row, sizeOf(row.subplan), digits))];
  const drawn = inColumns(lines, columns, paint);
  if (hidden === 0) return drawn;
  const more = `… ${some(hidden, 'more leaf', 'more leaves')} (--all shows them)`;
  return [...drawn, paint('yellow', columns === undefined ? more : clip(more, columns))];
};

const inColumns = (lines: readonly Line[], columns: number | undefined, paint: Paint): string[] => {
  const widest = (of: (line: Line) => string) => widestOf(lines.map(of));
  const width = {
    files: widest((l) => l.files),
    tokens: widest((l) => l.tokens),
    id: widest((l) => l.id),
    // The heading may be clipped where the lines below it are shorter.
    why: widestOf(lines.slice(1).map((l) => l.why)),
  };
  const wanted = Math.min(
    widestLabel,
    widest(({ stem, label }) => stem + label),
  );
  const figures = width.files + width.tokens + width.id + 4 * gap;
  const room = (columns ?? Number.POSITIVE_INFINITY) - figures;
  const first = Math.min(wanted, Math.max(narrowestLabel, room - width.why));
  // On a terminal too narrow even for the figures, labels alone are better than broken lines.
  if (room < narrowestLabel) return lines.map(({ stem, label }) => clip(stem + label, columns as number));
  return lines.map(({ stem, label, files, tokens, id, why, styles }) => {
    const name = columns === undefined ? stem + label : clip(stem + label, first);
    const numbers = `${padStart(files, width.files)}${' '.repeat(gap)}${padStart(tokens, width.tokens)}`;
    return [
      paint('dim', name.slice(0, stem.length)) +
        styled(paint, styles.label, name.slice(stem.length)) +
        padEnd('', first - widthOf(name)),
      styled(paint, styles.figures, numbers),
      styled(paint, styles.id, padEnd(id, width.id)),
      styled(paint, styles.why, clip(why, room - first)),
    ].join(' '.repeat(gap));
  });
};

const styled = (paint: Paint, style: Style | undefined, text: string): string => (style ? paint(style, text) : text);

const heading: Line = {
  ...{
    stem: '',
    label: 'subplan',
    files: 'files',
    tokens: 'tokens',
    id: 'id',
    why: 'split by, and imports cut; or why it is a leaf',
  },
  styles: { label: 'dim', figures: 'dim', id: 'dim', why: 'dim' },
};

const lineOf = ({ subplan, more, folded }: Row, { files, leaves }: Size, digits: number): Line => {
  const figures = { files: count(files), tokens: brief(subplan.tokens), id: subplan.id.slice(0, digits) };
  const common = { stem: stemOf(more), label: visible(subplan.label), ...figures };
  if (subplan.kind === 'leaf') {
    const { reason } = subplan;
    return {
      ...common,
      why: reasonWords[reason],
      styles: { id: 'cyan', why: reason === 'over-budget' ? 'yellow' : 'green' },
    };
  }
  const split = splitColumn(subplan.split);
  const why = folded ? `▸ ${some(leaves, 'leaf', 'leaves')}, ${split}` : split;
  return { ...common, why, styles: { label: 'bold', id: 'cyan', why: 'dim' } };
};

const stemOf = (more: readonly boolean[]): string =>
  more.map((goesOn, level) => (level === more.length - 1 ? (goesOn ? '├─ ' : '└─ ') : goesOn ? '│  ' : '   ')).join('');
