import type { Subplan } from '../domain/subplan.js';
import { brief, count, some } from './numbers.js';
import type { Paint } from './paint.js';
import type { PlanView } from './plan-view.js';
import { idLength } from './short-ids.js';
import { type Size, sizes } from './sizes.js';
import { clip, padEnd, padStart, widthOf } from './text-width.js';
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
  readonly row: Row;
  readonly stem: string;
  readonly label: string;
  readonly files: string;
  readonly tokens: string;
  readonly id: string;
  readonly why: string;
}

/** Where nothing limits the width, one very long label must not push the columns of all others away. */
const widestLabel = 72;
const narrowestLabel = 12;
const gap = '  ';

/** The tree of a plan, one line a subplan: label, files, tokens, id, and what split it or why it was not split. */
export const drawTree = (plan: PlanView, { columns, rows: most, paint }: Screen): string[] => {
  const { rows, hidden } = unfold(plan, most ?? Number.POSITIVE_INFINITY);
  if (rows.length === 0) return [];
  const sizeOf = sizes(plan);
  const digits = idLength(plan);
  const lines = [heading(digits), ...rows.map((row) => lineOf(row, sizeOf(row.subplan), digits))];
  const widest = (of: (line: Line) => string) => Math.max(...lines.map((line) => widthOf(of(line))));
  const [files, tokens, id, why] = [widest((l) => l.files), widest((l) => l.tokens), digits, widest((l) => l.why)];
  const figures = files + tokens + id + 4 * gap.length;
  const wanted = Math.min(widestLabel, widest(({ stem, label }) => stem + label));
  const room = (columns ?? Number.POSITIVE_INFINITY) - figures - why;
  const first = Math.min(wanted, Math.max(narrowestLabel, room));
  const draw = ({ row, stem, label, ...rest }: Line, at: number): string => {
    const fitted = columns === undefined ? label : clip(label, first - widthOf(stem));
    const known = fitted === '' ? clip(stem, first) : stem;
    const style = at === 0 ? 'dim' : row.subplan.kind === 'branch' ? 'bold' : undefined;
    const cells = [
      paint('dim', known) + (style ? paint(style, fitted) : fitted) + padding(known + fitted, first),
      figure(padStart(rest.files, files), at, paint),
      figure(padStart(rest.tokens, tokens), at, paint),
      paint(at === 0 ? 'dim' : 'cyan', padEnd(rest.id, id)),
    ];
    const left = columns === undefined ? Number.POSITIVE_INFINITY : columns - first - figures;
    return [...cells, paint(whyStyle(row.subplan), clip(rest.why, left))].join(gap).trimEnd();
  };
  const drawn = lines.map((line, at) => fitLine(draw(line, at), line, columns));
  return hidden === 0 ? drawn : [...drawn, paint('yellow', clip(`… ${some(hidden, 'more leaf', 'more leaves')} (--all shows them)`, columns ?? 80))];
};

/** On a terminal too narrow for the columns, the label alone is better than broken lines. */
const fitLine = (drawn: string, { stem, label }: Line, columns: number | undefined): string =>
  columns === undefined || widthOf(drawn.replace(/\x1b\[\d+m/g, '')) <= columns ? drawn : clip(stem + label, columns);

const padding = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text)));

const figure = (text: string, at: number, paint: Paint): string => (at === 0 ? paint('dim', text) : text);

const whyStyle = (subplan: Subplan) => {
  if (subplan.kind === 'branch') return 'dim';
  return subplan.reason === 'over-budget' ? 'yellow' : 'green';
};

const heading = (digits: number): Line => ({
  row: { subplan: { kind: 'branch' } as Subplan, more: [], folded: false },
  ...{ stem: '', label: 'subplan', files: 'files', tokens: 'tokens', id: 'id'.slice(0, digits) },
  why: 'split, or why it is a leaf',
});

const lineOf = ({ subplan, more, folded }: Row, { files, leaves }: Size, digits: number): Line => {
  const stem = more.map((goesOn, level) => (level < more.length - 1 ? (goesOn ? '│  ' : '   ') : goesOn ? '├─ ' : '└─ ')).join('');
  const split = subplan.kind === 'leaf' ? reasonWords[subplan.reason] : splitColumn(subplan.split);
  return {
    row: { subplan, more, folded },
    stem,
    label: visible(subplan.label),
    files: count(files),
    tokens: brief(subplan.tokens),
    id: subplan.id.slice(0, digits),
    why: folded ? `+ ${some(leaves, 'leaf', 'leaves')}, ${split}` : split,
  };
};
