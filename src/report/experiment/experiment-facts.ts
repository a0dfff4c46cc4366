import type { ExperimentReport } from '../../domain/experiment-report.js';
import { took } from '../durations.js';
import type { Fact } from '../facts.js';
import { count, some } from '../numbers.js';
import { usageText } from '../usage-text.js';
import { coverageText, designText } from './coverage-text.js';
import { confidenceText } from './figures.js';

/** What a person should know before reading the figures. */
export const experimentFacts = (report: ExperimentReport): Fact[] => {
  const { design, coverage, concurrency, usage } = report;
  const spent = usageText(usage);
  return [
    ['design', designText(design)],
    ['counted', coverageText(coverage)],
    ['intervals', `${confidenceText(design.confidence)}, bootstrap of ${some(design.resamples, 'resample')}`],
    ['time', `${took(report.endedAt - report.startedAt)}, at most ${count(concurrency.peak)} at once`],
    ...(spent === '' ? [] : [['usage', spent] as const]),
  ];
};
