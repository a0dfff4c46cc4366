import { createWriteStream } from 'node:fs';
import type { RunReport } from '../../domain/run-report.js';
import type { Survey } from '../../domain/survey.js';
import { namesApart, reportApart } from '../../report/names-apart.js';
import { runText } from '../../report/run-json.js';
import { runMarkdown } from '../../report/run-markdown.js';
import { surveyMap } from '../../report/survey-map.js';
import { flagWords } from '../flag-words.js';
import type { OutputFile } from '../outputs.js';
import type { Output, Plan } from '../world.js';

/** What a file of a run holds, by its ending. */
export const runFormats = { '.json': 'report', '.md': 'page', '.ndjson': 'events' } as const;
export type RunOutput = OutputFile<(typeof runFormats)[keyof typeof runFormats]>;

export interface Result {
  readonly plan: Plan;
  readonly report: RunReport;
  readonly name: string;
  readonly isSurvey: boolean;
}

/** The report of a survey that has something to show; undefined where that is not what ran. */
export const surveyOf = ({ isSurvey, report }: Result): RunReport<Survey> | undefined =>
  isSurvey && report.root.outcome === 'succeeded' ? (report as RunReport<Survey>) : undefined;

/** The text of an output that is written when the run has ended. */
export const outputText = (format: 'report' | 'page', result: Result): string => {
  const { plan, report, name } = result;
  if (format === 'report') return runText(report);
  const survey = surveyOf(result);
  return survey
    ? surveyMap({ plan, report: survey, name })
    : runMarkdown(reportApart(report, namesApart(plan)), { name, words: flagWords });
};

export interface EventFile extends Output {
  close(): Promise<void>;
}

/** Events are written as they come, in place: they can be followed, and a crash loses none. */
export const eventFile = ({ path }: OutputFile<unknown>): EventFile => {
  const stream = createWriteStream(path);
  // Whoever writes is told as well.
  stream.on('error', () => {});
  return {
    write: (text, done) => stream.write(text, done),
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(resolve))),
  };
};
