import type { Wording } from '../domain/message.js';
import type { RunReport } from '../domain/run-report.js';
import { drawFacts, type Fact } from './facts.js';
import { drawFailures } from './failures-view.js';
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
  readonly words: Wording;
  /** More facts for the end. */
  readonly facts: readonly Fact[];
}

/** What is said when a run has ended: failures first, so that the figures stay in sight. */
export const drawRunSummary = (report: RunReport, page: SummaryPage): string[] => {
  const { columns, paint } = page;
  const title = `${visible(page.name)}: ${statusText(report)}`;
  return [
    ...drawFailures(report.failures, { ...page, hint: '-o report.json has all' }),
    paint(styleOf(report), columns === undefined ? title : clip(title, columns)),
    ...drawFacts([...runFacts(report), ...page.facts], columns, paint),
  ];
};

const styleOf = ({ status }: RunReport): Style =>
  status === 'succeeded' ? 'green' : status === 'failed' ? 'red' : 'yellow';
