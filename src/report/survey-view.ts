import type { Subplan } from '../domain/subplan.js';
import type { Survey } from '../domain/survey.js';
import { brief, count, percent, some } from './numbers.js';
import type { Paint } from './paint.js';
import { amounts, languageWords } from './survey/amounts.js';
import { type Atlas, createAtlas } from './survey/atlas.js';
import { createDescribe, type Describe } from './survey/describe.js';
import { foldersOf } from './survey/folders.js';
import type { SurveyInput, SurveyReport } from './survey/survey-report.js';
import { drawTable } from './table.js';
import { clip, padStart, proseWidth, wrap } from './text-width.js';
import { visible } from './visible.js';

export interface SurveyScreen extends SurveyInput {
  /** Cells in a line; undefined: no limit. */
  readonly columns: number | undefined;
  readonly paint: Paint;
}

const mostParts = 12;
const mostLanguages = 6;
const widestLabel = 40;

/** A survey in short, for a terminal: how large the project is, its parts in a line each, its languages, its TODOs. */
export const drawSurvey = (screen: SurveyScreen): string[] => {
  const { plan, report, name, columns, paint } = screen;
  const width = columns ?? Number.POSITIVE_INFINITY;
  const { root } = plan;
  if (!root) return [clip(`${visible(name)}: no files`, width)];
  const atlas = createAtlas(screen);
  const describe = createDescribe(atlas);
  const survey = atlas.surveyOf(root.id);
  const size = amounts({ files: atlas.filesOf(root).length, tokens: root.tokens, survey });
  const about = describe(root)?.text;
  const notes = [...todoNotes(survey), ...gapNotes(report)];
  return [
    paint('bold', clip(`${visible(name)}: ${size} in ${some(plan.leaves.length, 'part')}`, width)),
    ...(about === undefined ? [] : wrap(visible(about), Math.min(width, proseWidth))),
    '',
    ...partRows({ atlas, describe, root, width, paint }),
    ...(survey ? ['', ...languageRows(survey, width, paint)] : []),
    ...(notes.length > 0 ? ['', ...notes.map((note) => paint('yellow', clip(note, width)))] : []),
  ];
};

interface PartTable {
  readonly atlas: Atlas;
  readonly describe: Describe;
  readonly root: Subplan;
  readonly width: number;
  readonly paint: Paint;
}

const partRows = ({ atlas, describe, root, width, paint }: PartTable): string[] => {
  const parts = root.kind === 'leaf' ? [root] : root.children.map((id) => atlas.plan.get(id));
  const shown = parts.length <= mostParts + 1 ? parts : parts.slice(0, mostParts);
  const rows = shown.map((part) => {
    const survey = atlas.surveyOf(part.id);
    return [
      clip(visible(part.label), widestLabel),
      count(atlas.filesOf(part).length),
      survey ? brief(survey.lines) : '?',
      visible(describe(part)?.text ?? placesOf(atlas, part)),
    ];
  });
  const rest = parts.length - shown.length;
  return [
    ...drawTable({ heading: ['part', 'files', 'lines', 'what it is'], rows, width, paint }),
    ...(rest > 0 ? [paint('yellow', clip(`… ${some(rest, 'more part')}`, width))] : []),
  ];
};

const placesOf = (atlas: Atlas, part: Subplan): string =>
  foldersOf(atlas.filesOf(part), 4)
    .slice(0, 3)
    .map(({ folder, files }) => `${folder === '' ? '.' : folder} (${count(files)})`)
    .join(', ');

const languageRows = ({ languages, lines }: Survey, width: number, paint: Paint): string[] => {
  const rows = languages.slice(0, mostLanguages).map((one) => {
    const share = lines === 0 ? '' : padStart(percent(one.lines / lines), 'share'.length);
    return [visible(languageWords(one.language)), count(one.files), count(one.lines), share];
  });
  return drawTable({ heading: ['language', 'files', 'lines', 'share'], rows, width, paint });
};

const todoNotes = (survey: Survey | undefined): string[] => {
  if (!survey || survey.todos.total === 0) return [];
  const tags = Object.entries(survey.todos.byTag).filter(([, number]) => number > 0);
  return [`left to do, as comments say: ${tags.map(([tag, number]) => `${count(number)} ${tag}`).join(', ')}`];
};

const gapNotes = ({ leaves }: SurveyReport): string[] => {
  const missing = leaves.filter(({ value }) => value === undefined);
  if (missing.length === 0) return [];
  const named = missing.slice(0, 3).map(({ label, outcome }) => `${visible(label)} (${outcome.replaceAll('-', ' ')})`);
  const all = `${count(missing.length)} of ${some(leaves.length, 'part')} could not be surveyed`;
  return [`${all}: ${named.join(', ')}${missing.length > 3 ? ', …' : ''}`];
};
