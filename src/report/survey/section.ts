import type { Subplan } from '../../domain/subplan.js';
import { some } from '../numbers.js';
import { amounts, languageShares } from './amounts.js';
import { gapLines } from './coverage.js';
import { entryWords, folderWords, tieWords, todoLines, todoPlaces, unreadLines } from './facts.js';
import { fileLines, mostImported } from './file-list.js';
import { foldersOf } from './folders.js';
import { keyFiles } from './key-files.js';
import { partLines } from './outline.js';
import type { Page } from './page.js';
import type { Part } from './parts.js';
import { ended, listed, prose, words } from './text.js';

const deepestHeading = 6;
const mostFolders = 4;

/** The section of a part below the root: what it is, how large, where it stands, what matters in it, its ties. */
export const section = (page: Page, part: Part): string[] => {
  const { atlas, describe } = page;
  const { subplan } = part;
  const paths = atlas.filesOf(subplan);
  const about = describe(subplan);
  const survey = atlas.surveyOf(subplan.id);
  const size = [
    amounts({ files: paths.length, tokens: subplan.tokens, survey }),
    survey && languageShares(survey, 3).join(', '),
  ].filter(Boolean);
  const folders = folderWords(foldersOf(paths, mostFolders + 1), mostFolders);
  return [
    `${'#'.repeat(Math.min(deepestHeading, subplan.depth + 1))} ${words(part.heading)}`,
    '',
    ...(about?.of === 'folder' ? [ended(prose(about.text)), ''] : []),
    `${size.join('; ')}. In ${folders}.`,
    '',
    ...partLines(page, part),
    ...gapLines(page, part),
    ...(subplan.kind === 'leaf' ? leafFacts(page, subplan) : branchFacts(page, part)),
    ...ties(page, subplan),
    '',
  ];
};

/** What there is to say of a leaf: its files, where one enters, what is left to do, what was not read. */
export const leafFacts = ({ atlas, detail }: Page, subplan: Subplan): string[] => {
  const paths = atlas.filesOf(subplan);
  const survey = atlas.surveyOf(subplan.id);
  const entries = survey?.entryPoints.top.map(entryWords) ?? [];
  return [
    ...fileLines({ paths, files: keyFiles(atlas, paths), detail }),
    ...(entries.length > 0 ? [`- Entry points: ${listed(entries, detail.files, survey?.entryPoints.total)}.`] : []),
    ...(survey ? [...todoLines(survey, detail.todos), ...unreadLines(survey)] : []),
  ];
};

const branchFacts = (page: Page, { subplan, isFolded }: Part): string[] => {
  const { atlas, detail } = page;
  const survey = atlas.surveyOf(subplan.id);
  const files = keyFiles(atlas, atlas.filesOf(subplan)).filter(({ importers }) => importers > 1);
  const todos = survey?.todos.total ?? 0;
  return [
    ...(files.length > 0 ? [`- Most imported: ${mostImported(files.slice(0, detail.files))}.`] : []),
    ...(todos > 0 ? [`- ${some(todos, 'open TODO')}${isFolded ? '' : todoPlaces(page, subplan)}.`] : []),
  ];
};

const ties = (page: Page, subplan: Subplan): string[] => {
  const { dependsOn, usedBy } = page.atlas.tiesOf(subplan.id);
  const said = [
    dependsOn.length > 0 && `Imports from ${tieWords(dependsOn, page)}.`,
    usedBy.length > 0 && `Imported by ${tieWords(usedBy, page)}.`,
  ].filter(Boolean);
  return said.length > 0 ? [`- ${said.join(' ')}`] : [];
};
