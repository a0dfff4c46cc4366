import type { Measures } from '../domain/measures.js';
import { type Wording, worded } from '../domain/message.js';
import { relaxedWhy } from '../domain/relaxed-why.js';
import { leafReasons } from '../domain/subplan.js';
import type { Fact } from './facts.js';
import { leftOutByReason } from './left-out.js';
import { brief, count, percent, some } from './numbers.js';
import type { PlanView } from './plan-view.js';
import { unreadTexts } from './unread.js';
import { visible } from './visible.js';
import { reasonOfMany } from './words.js';

/** The whole plan in a line. */
export const headline = ({ measures }: PlanView): string => {
  const { files, tokens, leaves, depth } = measures;
  const size = `${some(files, 'file')}, ${brief(tokens)} tokens`;
  return `${size} in ${some(leaves, 'leaf', 'leaves')}, ${depth === 0 ? 'nothing to split' : `${some(depth, 'level')} deep`}`;
};

export interface Detail {
  readonly verbose: boolean;
  readonly words: Wording;
}

/** What a person should know of a plan besides its tree. */
export const summary = (plan: PlanView, { verbose, words }: Detail): Fact[] => {
  const { measures, goal, leftOut, noteData: notes } = plan;
  const facts: Fact[] = [];
  if (goal !== undefined && goal !== '') facts.push(['goal', visible(goal)]);
  facts.push(['cut', cutText(measures)], ['imports', importsText(measures)], ['leaves', leavesText(measures)]);
  facts.push(['parts', partsText(measures)], ['strategy', strategyText(measures)]);
  const unread = unreadTexts(measures);
  if (unread.length > 0) facts.push(['not read', ...unread]);
  if (verbose) facts.push(...levelFacts(measures));
  const relaxed = measures.relaxed.map(({ bound, subplans }) => {
    const broken = subplans.map((id) => plan.get(id));
    return `${words.option({ option: bound })}: ${worded(relaxedWhy(bound, broken, plan.bounds), words)}`;
  });
  if (relaxed.length > 0) facts.push(['relaxed', ...relaxed]);
  if (leftOut.length > 0) facts.push(['left out', ...leftOutByReason(leftOut)]);
  if (notes.length > 0)
    facts.push([notes.length === 1 ? 'note' : 'notes', ...notes.map((note) => visible(worded(note, words)))]);
  return facts;
};

const cutText = ({ cut, leaves }: Measures): string => {
  if (cut.total === 0) return 'no imports between files of the project were found';
  if (leaves === 1) return `none of ${some(cut.total, 'import')}, as there is one leaf`;
  return `${percent(cut.share)} of ${some(cut.total, 'import')} cross leaves (${count(cut.edges)}); lower is better`;
};

const importsText = ({ imports: { resolved, external, leftOut, missing } }: Measures): string =>
  [
    `${count(resolved)} inside the project`,
    `${count(external)} to packages and libraries`,
    leftOut > 0 && `${count(leftOut)} to files that are left out`,
    missing > 0 && `${some(missing, 'that points inside but was', 'that point inside but were')} not found`,
  ]
    .filter(Boolean)
    .join(', ');

const leavesText = ({ tokensPerLeaf: { min, median, max }, reasons, leaves, smallLeaves }: Measures): string => {
  const spread =
    leaves === 1
      ? `${brief(max)} tokens`
      : `${brief(min)} to ${brief(max)} tokens, half of them above ${brief(median)}`;
  const why = leafReasons
    .filter((reason) => reasons[reason] > 0)
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => reasonOfMany(reason, reasons[reason]));
  const small = smallLeaves === 0 ? '' : `; ${some(smallLeaves, 'is', 'are')} small`;
  return `${spread}; ${why.join(', ')}${small}`;
};

const partsText = ({ parts: { purity, tests, sourceCut } }: Measures): string =>
  [
    `${percent(purity)} of the tokens stand with their package`,
    tests.known > 0 &&
      `${count(tests.together)} of ${some(tests.known, 'test')} with what ${tests.known === 1 ? 'it tests' : 'they test'}`,
    sourceCut.total > 0 && `${percent(sourceCut.share)} of imports among sources cross leaves`,
  ]
    .filter(Boolean)
    .join(', ');

const strategyText = ({ strategy: { asked, used, why } }: Measures): string =>
  `${used}${asked === 'auto' ? ' (chosen)' : ''}${why === '' ? '' : `: ${visible(why)}`}`;

const levelFacts = ({ levels }: Measures): Fact[] =>
  levels.length === 0
    ? []
    : [
        [
          'levels',
          ...levels.map(
            ({ depth, branches, cut, chunkCut }) =>
              `${depth}: ${some(branches, 'branch', 'branches')} cut ${some(cut, 'import')}; chunks in path order would cut ${count(chunkCut)}`,
          ),
        ],
      ];
