import { whyOf } from '../../domain/attempt-failure.js';
import { count, some } from '../numbers.js';
import { linkTo, type Page } from './page.js';
import type { Part } from './parts.js';
import type { Surveyed, SurveyReport } from './survey-report.js';
import { ended, prose } from './text.js';

const mostNamed = 20;

/** What a survey has nothing on, and why: `timed out: no answer in 30 s`. */
const gapText = ({ outcome, failure }: Surveyed): string =>
  ended([outcome.replaceAll('-', ' '), ...(failure ? [prose(whyOf(failure).slice(0, 300))] : [])].join(': '));

/** The gaps of the whole map. */
export const gaps = (report: SurveyReport, { parts }: Page): string[] => {
  const missing = report.leaves.filter(({ value }) => value === undefined);
  const broken = report.branches.filter(({ value, coverage }) => value === undefined && coverage.covered > 0);
  if (missing.length + broken.length === 0) return [];
  const rest = missing.length + broken.length - mostNamed;
  return [
    `**This map has gaps**: ${count(missing.length)} of ${some(report.leaves.length, 'part')} could not be surveyed${broken.length > 0 ? `, and ${count(broken.length)} could not be put together` : ''}.`,
    '',
    ...[...missing, ...broken].slice(0, mostNamed).map((one) => `- ${linkTo(parts.nearest(one.id))}: ${gapText(one)}`),
    ...(rest > 0 ? [`- and ${count(rest)} more`] : []),
    '',
  ];
};

/** What is missing from one part. */
export const gapLines = ({ atlas, parts }: Page, { subplan }: Part): string[] => {
  const surveyed = atlas.surveyed(subplan.id);
  if (surveyed && surveyed.value === undefined) return [`- **Not surveyed**: ${gapText(surveyed)}`];
  const coverage = atlas.coverageOf(subplan.id);
  if (!coverage || coverage.covered === coverage.leaves) return [];
  const links = coverage.missing.slice(0, 5).map((id) => linkTo(parts.nearest(id)));
  return [
    `- **Covers ${count(coverage.covered)} of ${some(coverage.leaves, 'leaf', 'leaves')}**; missing: ${[...new Set(links)].join(', ')}${coverage.missing.length > 5 ? ' and more' : ''}.`,
  ];
};
