import type { Wording } from '../domain/message.js';
import type { ReportedFailure } from '../domain/run-report.js';
import { type FailureGroup, failureGroups } from './failure-groups.js';
import { failureLines } from './failure-lines.js';
import { count, some } from './numbers.js';
import { outcomeWords } from './outcome-words.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

export interface FailuresPage {
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly words: Wording;
  /** Where all of them are, when there are too many to show. */
  readonly hint: string;
}

const mostFailures = 10;
const fewNames = 3;

/** What failed and why, those that say the same together. */
export const drawFailures = (failures: readonly ReportedFailure[], page: FailuresPage): string[] => {
  const groups = failureGroups(failures);
  const rest = groups.slice(mostFailures).reduce((sum, { all }) => sum + all.length, 0);
  return [
    ...groups.slice(0, mostFailures).flatMap((group) => drawGroup(group, page)),
    ...(rest > 0 ? [`… and ${some(rest, 'more failure')} (${page.hint})`] : []),
  ];
};

const drawGroup = ({ first, all }: FailureGroup, { paint, verbose, words }: FailuresPage): string[] => {
  const names = all.slice(0, fewNames).map(({ label }) => visible(label));
  const more = all.length > fewNames ? ` and ${count(all.length - fewNames)} more` : '';
  const what = `${first.kind === 'branch' ? 'rolling up ' : ''}${names.join('; ')}${more}`;
  return [
    `${paint('red', outcomeWords[first.outcome])}: ${what}`,
    ...failureLines(first.failure, { verbose, words }).map((line) => `    ${line}`),
  ];
};
