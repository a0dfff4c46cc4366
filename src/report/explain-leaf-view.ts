import type { Bounds } from '../domain/bounds.js';
import { drawList, type Page } from './draw-list.js';
import type { LeafExplanation, Pair } from './explain-leaf.js';
import { brief, count, some } from './numbers.js';
import type { Paint } from './paint.js';
import { placeSentences } from './place-sentences.js';
import { rolesSentence } from './roles-sentence.js';
import { clip, padEnd, padStart, proseWidth, widestOf, widthOf, wrap } from './text-width.js';
import { visible } from './visible.js';
import { reasonSentence } from './words.js';

export interface ExplainPage extends Page {
  readonly bounds: Bounds;
  readonly paint: Paint;
}

/** A leaf explained, for a terminal. */
export const drawLeafExplanation = (leaf: LeafExplanation, page: ExplainPage): string[] => {
  const { columns, paint } = page;
  const width = columns ?? Number.POSITIVE_INFINITY;
  const prose = columns ?? proseWidth;
  const heading = (text: string) => ['', paint('bold', clip(text, width))];
  const { ties, cut, context, dependsOn, circular } = leaf;
  return [
    paint('bold', clip(visible(`Leaf ${leaf.label}`), width)),
    paint('dim', clip(visible(leaf.lineage.join(' › ')), width)),
    ...wrap(`${some(leaf.files.length, 'file')}, ${count(leaf.tokens)} tokens; id ${leaf.id}.`, prose),
    ...wrap(reasonSentence(leaf.reason, leaf.files.length, page.bounds), prose),
    ...wrap(rolesSentence(leaf.files), prose),
    ...heading('Files'),
    ...drawList(fileLines(leaf), page),
    ...heading('Why these files are together'),
    ...wrap(tiesText(leaf), prose),
    ...drawList(
      ties.hubs.map(({ path, importedBy }) => `${visible(path)} is imported by ${importedBy} of them`),
      { columns, most: page.most && 3 },
    ),
    ...drawList(ties.pairs.map(pairText), page),
    ...(ties.loose.length === 0 ? [] : wrap(looseText(ties.loose, leaf.files.length), prose)),
    ...heading('What was cut'),
    ...wrap(cutText(cut), prose),
    ...drawList(neighbourLines(cut.leaves, page.most !== undefined), page),
    ...heading(`Context (${some(context.length, 'file')} outside that it imports or that import it, strongest first)`),
    ...drawList(contextLines(context), page),
    ...heading('Depends on'),
    ...drawList(
      dependsOn.length === 0
        ? ['no other leaf']
        : dependsOn.map(({ id, label }) => `${visible(label)}  ${paint('cyan', id)}`),
      {
        ...page,
        columns: undefined,
      },
    ).map((line) => fitPainted(line, width)),
    ...(circular.length === 0
      ? []
      : wrap(
          circularText(
            circular.map(({ label }) => visible(label)),
            page.most,
          ),
          prose,
        )),
    ...heading('Its place among the leaves'),
    ...placeSentences(leaf.place).flatMap((sentence) => wrap(sentence, prose)),
  ];
};

/** A painted line that does not fit loses its paint. */
const fitPainted = (line: string, width: number): string => {
  const plain = line.replace(/\x1b\[\d+m/g, '');
  return widthOf(plain) <= width ? line : clip(plain, width);
};

const fileLines = ({ files }: LeafExplanation): string[] => {
  const largest = [...files].sort((a, b) => b.tokens - a.tokens);
  const width = widestOf(files.map(({ tokens }) => brief(tokens)));
  return largest.map(({ path, tokens }) => `${padStart(brief(tokens), width)}  ${visible(path)}`);
};

const tiesText = ({ ties: { imports, tests, folders }, files }: LeafExplanation): string => {
  if (files.length === 1) return 'It is a single file.';
  const parts = [
    imports > 0 && some(imports, 'import'),
    tests > 0 && `${some(tests, 'test')} beside ${tests === 1 ? 'its subject' : 'their subjects'}`,
    folders > 0 && `${some(folders, 'tie')} by folder`,
  ].filter(Boolean);
  if (parts.length === 0) return 'Nothing ties them but where they stand.';
  return `Between them: ${parts.join(', ')}.`;
};

const pairText = ({ from, to, kind, weight }: Pair): string =>
  `${visible(from)} → ${visible(to)}${kind === 'test' ? ' (its test)' : weight === 1 ? '' : ` (${count(weight)})`}`;

const looseText = (loose: readonly string[], files: number): string =>
  loose.length === files
    ? 'No import joins any of them: they stand together by folder, or because nothing else claims them.'
    : `${some(loose.length, 'file has', 'files have')} no import to the others, and ${loose.length === 1 ? 'stands' : 'stand'} here by folder: ${loose.slice(0, 3).map(visible).join(', ')}${loose.length > 3 ? ', …' : ''}`;

const cutText = ({ imports, importedBy, leaves }: LeafExplanation['cut']): string =>
  leaves.length === 0
    ? 'Nothing: no import joins it with another leaf.'
    : `${some(imports, 'import')} to and ${count(importedBy)} from ${some(leaves.length, 'other leaf', 'other leaves')}.`;

const neighbourLines = (leaves: LeafExplanation['cut']['leaves'], clipped: boolean): string[] => {
  const labels = leaves.map(({ label }) => (clipped ? clip(visible(label), 40) : visible(label)));
  const width = widestOf(labels);
  return leaves.map(({ imports, importedBy, example }, i) => {
    const ties = `${padStart(count(imports), 4)} to, ${padStart(count(importedBy), 4)} from`;
    return `${ties}  ${padEnd(labels[i], width)}  ${pairText({ ...example, weight: 1 })}`;
  });
};

const contextLines = (context: LeafExplanation['context']): string[] => {
  const width = widestOf(context.map(({ weight }) => count(weight)));
  return context.map(
    ({ path, weight, leaf }) => `${padStart(count(weight), width)}  ${visible(path)}  (${visible(leaf)})`,
  );
};

const circularText = (labels: readonly string[], most: number | undefined): string => {
  const shown = most === undefined ? labels : labels.slice(0, 5);
  const rest = labels.length - shown.length;
  return `It also imports from ${shown.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}, which import it in turn: none of them has to come first.`;
};
