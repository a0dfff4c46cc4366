import type { ExperimentReport } from '../../domain/experiment-report.js';
import { jsonText } from '../json-text.js';

/** The report as JSON text, each trial on a line: 10,000 of them stay readable, and good to compare. */
export const experimentJson = (report: ExperimentReport): string => {
  const fields = Object.entries(report).filter(([, value]) => value !== undefined);
  const lines = fields.map(
    ([name, value]) => `${jsonText(name)}: ${name === 'trials' ? trialLines(value) : inner(value)}`,
  );
  return `{\n  ${lines.join(',\n  ')}\n}\n`;
};

const inner = (value: unknown): string => jsonText(value, 2).replaceAll('\n', '\n  ');

const trialLines = (trials: ExperimentReport['trials']): string =>
  trials.length === 0 ? '[]' : `[\n    ${trials.map((trial) => jsonText(trial)).join(',\n    ')}\n  ]`;
