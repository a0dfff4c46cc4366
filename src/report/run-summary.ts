import type { RunReport } from '../domain/run-report.js';
import { drawFacts, type Fact } from './facts.js';
import { type FailureGroup, failureGroups } from './failure-groups.js';
import { failureLines } from './failure-lines.js';
import { count, some } from './numbers.js';
import { outcomeWords } from './outcome-words.js';
import type { Paint, Style } from './paint.js';
import { runFacts, statusText } from './run-facts.js';
import { clip } from './text-width.js';
import { visible } from './visible.js';

export interface SummaryPage {
  /** What was run over: the project's name. */
  readonly name: string;
  readonly columns: number | undefined;
  readonly paint: Paint;
  readonly verbose: boolean;
  /** More facts for the end. */
  readonly facts: readonly Fact[];
}

const mostFailures = 10;
const fewNames = 3;

/** What is said when a run has ended: failures first, so that the figures stay in sight. */
export const drawRunSummary = (report: RunReport, page: SummaryPage): string[] => {
  const { columns, paint } = page;
  const title = `${visible(page.name)}: ${statusText(report)}`;
  const groups = failureGroups(report.failures);
  const rest = groups.slice(mostFailures).reduce((sum, { all }) => sum + all.length, 0);
  return [
    ...groups.slice(0, mostFailures).flatMap((group) => drawGroup(group, page)),
    ...(rest > 0 ? [`… and ${some(rest, 'more failure')} (-o report.json has all)`] : []),
    paint(styleOf(report), columns === undefined ? title : clip(title, columns)),
    ...drawFacts([...runFacts(report), ...page.facts], columns, paint),
  ];
};

const styleOf = ({ status }: RunReport): Style =>
  status === 'succeeded' ? 'green' : status === 'failed' ? 'red' : 'yellow';

const drawGroup = ({ first, all }: FailureGroup, { paint, verbose }: SummaryPage): string[] => {
  const names = all.slice(0, fewNames).map(({ label }) => visible(label));
  const more = all.length > fewNames ? ` and ${count(all.length - fewNames)} more` : '';
  const what = `${first.kind === 'branch' ? 'rolling up ' : ''}${names.join('; ')}${more}`;
  return [
    `${paint('red', outcomeWords[first.outcome])}: ${what}`,
    ...failureLines(first.failure, { verbose }).map((line) => `    ${line}`),
  ];
};
