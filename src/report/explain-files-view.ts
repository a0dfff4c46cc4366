import { drawList } from './draw-list.js';
import type { FilesExplanation } from './explain-files.js';
import type { ExplainPage } from './explain-leaf-view.js';
import { brief, count, some } from './numbers.js';
import { rolesSentence } from './roles-sentence.js';
import { clip, padEnd, padStart, proseWidth, widestOf, wrap } from './text-width.js';
import { visible } from './visible.js';

const titles = { folder: 'Folder', package: 'Package', role: 'Role' } as const satisfies Record<
  FilesExplanation['kind'],
  string
>;

/** A folder, a package or a role explained, for a terminal. */
export const drawFilesExplanation = (explained: FilesExplanation, page: ExplainPage): string[] => {
  const { kind, name, files, tokens, leaves } = explained;
  const { columns, paint } = page;
  const width = columns ?? Number.POSITIVE_INFINITY;
  const prose = columns ?? proseWidth;
  const size = `${some(files.length, 'file')}, ${count(tokens)} tokens, in ${some(leaves.length, 'leaf', 'leaves')}.`;
  return [
    paint('bold', clip(visible(`${titles[kind]} ${name}`), width)),
    ...wrap(size, prose),
    ...wrap(rolesSentence(files), prose),
    '',
    paint('bold', clip('Where they stand', width)),
    ...drawList(leafLines(explained), page),
  ];
};

const leafLines = ({ leaves }: FilesExplanation): string[] => {
  const labels = leaves.map(({ label }) => clip(visible(label), 48));
  const width = widestOf(labels);
  return leaves.map(({ id, files, tokens, of }, i) => {
    const held = files === of.files ? `all ${some(of.files, 'file')}` : `${files} of ${some(of.files, 'file')}`;
    return `${padEnd(labels[i], width)}  ${padStart(held, 16)}  ${padStart(brief(tokens), 6)} of ${brief(of.tokens)} tokens  ${id}`;
  });
};
