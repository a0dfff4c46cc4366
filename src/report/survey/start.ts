import type { Subplan } from '../../domain/subplan.js';
import { compareText } from '../../util/compare.js';
import { nameOf } from '../../util/paths.js';
import { isTestPath } from '../../util/test-path.js';
import { count, some } from '../numbers.js';
import { entryWords, todoPlaces } from './facts.js';
import { fileLine } from './file-list.js';
import { keyFiles } from './key-files.js';
import type { Page } from './page.js';
import { code, ended, listed, prose } from './text.js';

const guides =
  /^(?:readme|architecture|design|overview|contributing|hacking|development|developing|getting[-_]started|internals|agents|claude|how[-_]it[-_]works)\b.*\.(?:md|rst|txt|adoc|markdown)$|^readme$/i;

/** What to read first in a project nobody has shown you. */
export const whereToStart = (page: Page, root: Subplan): string[] => {
  const { atlas } = page;
  const survey = atlas.surveyOf(root.id);
  const paths = atlas.filesOf(root);
  const lines: string[] = [];
  const documents = paths
    .filter((path) => guides.test(nameOf(path)) && path.split('/').length <= 2 && !isTestPath(path))
    .sort((a, b) => rankOf(a) - rankOf(b) || compareText(a, b));
  if (documents.length > 0)
    lines.push(
      `- Documents: ${listed(
        documents.map((path) => documentWords(page, path)),
        6,
      )}.`,
    );
  const entries = survey?.entryPoints.top.map(entryWords) ?? [];
  if (entries.length > 0) lines.push(`- Entry points: ${listed(entries, 6, survey?.entryPoints.total)}.`);
  if (survey && survey.todos.total > 0)
    lines.push(`- ${some(survey.todos.total, 'open TODO')}${todoPlaces(page, root)}.`);
  const largest = (survey?.largest ?? []).filter(({ file }) => !isTestPath(file)).slice(0, 5);
  const sizes = largest.map((one) => `${code(one.file)} (${count(one.lines)} lines)`);
  if (sizes.length > 0) lines.push(`- Largest files: ${sizes.join(', ')}.`);
  const files = keyFiles(atlas, paths).filter(({ importers }) => importers > 1);
  if (files.length > 0) {
    lines.push('', 'Most imported files:', '', ...files.slice(0, 12).map((file) => fileLine(file, { names: 6 })));
  }
  return lines;
};

/** The project's README, then what explains it from above, then the rest; the top folder first. */
const rankOf = (path: string): number => {
  const name = nameOf(path);
  return path.split('/').length + (/^readme/i.test(name) ? -1 : /^contrib|^hacking/i.test(name) ? 2 : 0);
};

const documentWords = ({ atlas }: Page, path: string): string => {
  const note = atlas.noteOn(path);
  return note === undefined || /^(?:readme|contrib)/i.test(nameOf(path))
    ? code(path)
    : `${code(path)} (${prose(note)})`;
};

export const aboutProject = ({ atlas }: Page): string[] => {
  const about = atlas.aboutFolder('');
  return about ? [ended(prose(about.text)), ''] : [];
};
