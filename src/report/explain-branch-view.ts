import { drawList } from './draw-list.js';
import type { BranchExplanation } from './explain-branch.js';
import type { ExplainPage } from './explain-leaf-view.js';
import { brief, count, percent, some } from './numbers.js';
import { clip, padEnd, padStart, proseWidth, widestOf, wrap } from './text-width.js';
import { visible } from './visible.js';
import { splitSentence } from './words.js';

/** A branch explained, for a terminal. */
export const drawBranchExplanation = (branch: BranchExplanation, page: ExplainPage): string[] => {
  const { columns, paint } = page;
  const width = columns ?? Number.POSITIVE_INFINITY;
  const prose = columns ?? proseWidth;
  const { files, tokens, leaves } = branch.size;
  const heading = (text: string) => ['', paint('bold', clip(text, width))];
  return [
    paint('bold', clip(visible(`Branch ${branch.label}`), width)),
    paint('dim', clip(visible(branch.lineage.join(' › ')), width)),
    ...wrap(
      `${some(files, 'file')}, ${count(tokens)} tokens, ${some(leaves, 'leaf', 'leaves')}; id ${branch.id}.`,
      width,
    ),
    ...wrap(splitSentence(branch.by), prose),
    ...heading('Children'),
    ...drawList(childLines(branch), page),
    ...heading('What was cut'),
    ...wrap(cutText(branch), prose),
    ...drawList(
      branch.between.map(
        ({ from, to, imports }) => `${padStart(count(imports), 4)}  ${visible(from.label)} → ${visible(to.label)}`,
      ),
      page,
    ),
  ];
};

const childLines = ({ children }: BranchExplanation): string[] => {
  const labels = children.map(({ label }) => clip(visible(label), 48));
  const width = widestOf(labels);
  return children.map(({ id, kind, size: { files, tokens, leaves } }, i) => {
    const inside = kind === 'branch' ? `  ${some(leaves, 'leaf', 'leaves')}` : '';
    return `${padEnd(labels[i], width)}  ${padStart(some(files, 'file'), 11)}  ${padStart(brief(tokens), 6)} tokens  ${id}${inside}`;
  });
};

const cutText = ({ imports: { total, cut, chunkCut } }: BranchExplanation): string => {
  if (total === 0) return 'Nothing: there are no imports inside this branch.';
  const own = `${count(cut)} of ${some(total, 'import')} inside this branch (${percent(cut / total)}) join two of its children.`;
  const chunks = `Chunks of the same sizes in path order would cut ${count(chunkCut)}`;
  if (cut === 0) return `${own} ${chunks}.`;
  return `${own} ${chunks}${chunkCut > cut ? `, ${(chunkCut / cut).toFixed(1)} times as many` : ': this split is no better'}.`;
};
