import type { ExperimentReport } from '../../domain/experiment-report.js';
import type { SubplanFailure } from '../../domain/failure.js';
import { experimentCsv } from '../../report/experiment/experiment-csv.js';
import { experimentJson } from '../../report/experiment/experiment-json.js';
import { experimentJunit } from '../../report/experiment/experiment-junit.js';
import { experimentMarkdown } from '../../report/experiment/experiment-markdown.js';
import { type OutputFile, writeOutput } from '../outputs.js';
import { trouble } from '../trouble.js';

/** What a file of an experiment holds, by its ending. */
export const experimentReportFormats = { '.json': 'report', '.csv': 'trials', '.md': 'page', '.xml': 'junit' } as const;
/** While it runs its events can be written too. */
export const experimentFormats = { ...experimentReportFormats, '.ndjson': 'events' } as const;
type Format = (typeof experimentFormats)[keyof typeof experimentFormats];
export type ExperimentOutput = OutputFile<Format>;

const texts: Readonly<Record<Exclude<Format, 'events'>, (report: ExperimentReport) => string>> = {
  report: experimentJson,
  trials: experimentCsv,
  page: experimentMarkdown,
  junit: experimentJunit,
};

/** Writes what can be written, whatever becomes of the others. Returns why something could not be. */
export const writeExperiment = async (
  outputs: readonly ExperimentOutput[],
  report: ExperimentReport,
): Promise<SubplanFailure[]> => {
  const failures: SubplanFailure[] = [];
  for (const output of outputs) {
    if (output.format === 'events') continue;
    const failure = await trouble(writeOutput(output, texts[output.format](report)));
    if (failure && 'nextStep' in failure) failures.push(failure);
  }
  return failures;
};
