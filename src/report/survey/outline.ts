import { sentences } from '../../util/sentences.js';
import { brief, some } from '../numbers.js';
import { languageShares } from './amounts.js';
import { folderWords } from './facts.js';
import { foldersOf } from './folders.js';
import { linkTo, type Page } from './page.js';
import type { Part } from './parts.js';
import { code, ended, prose } from './text.js';

const mostLines = 60;
const longest = 140;

/** The parts in a line each, as deep as fits a screen. Sections of branches below list their parts themselves. */
export const outline = (page: Page): string[] => {
  const shown = page.parts.all.filter((part) => isInOutline(page, part));
  return shown.map((part) => `${'  '.repeat(part.subplan.depth - 1)}- ${oneLine(page, part)}`);
};

/** The parts of a branch in a line each, where the outline does not show them. */
export const partLines = (page: Page, { subplan, isFolded }: Part): string[] => {
  if (subplan.kind === 'leaf' || isFolded) return [];
  const parts = subplan.children.map((id) => page.parts.nearest(id));
  return parts.filter((part) => !isInOutline(page, part)).map((part) => `- ${oneLine(page, part)}`);
};

const isInOutline = ({ parts }: Page, { subplan }: Part): boolean =>
  subplan.depth > 0 && subplan.depth <= parts.depthWithin(mostLines);

/** A part in a line: what it is, how large, in which languages. */
const oneLine = ({ atlas, describe }: Page, part: Part): string => {
  const { subplan } = part;
  const paths = atlas.filesOf(subplan);
  const survey = atlas.surveyOf(subplan.id);
  const size = [some(paths.length, 'file'), survey && `${brief(survey.lines)} lines`].filter(Boolean).join(', ');
  const languages = survey ? languageShares(survey, 2).join(', ') : 'not surveyed';
  const about = describe(subplan);
  const what =
    about === undefined
      ? `${folderWords(foldersOf(paths, 4), 3)}.`
      : `${about.of === 'file' ? `${code(about.file)}: ` : ''}${ended(prose(sentences(about.text, { most: 1, longest })))}`;
  return `${linkTo(part)}: ${what} (${size}${languages === '' ? '' : `; ${languages}`})`;
};
