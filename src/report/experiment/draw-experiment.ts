import type { ExperimentReport, PairStatistics } from '../../domain/experiment-report.js';
import { drawFacts, type Fact } from '../facts.js';
import type { Paint, Style } from '../paint.js';
import { statusText } from '../run-facts.js';
import { clip, proseWidth, wrap } from '../text-width.js';
import { visible } from '../visible.js';
import { armGrid } from './arm-grid.js';
import { comparisonFigures, retryFigures } from './comparison.js';
import { dimensionGrid } from './dimension-grid.js';
import { drawGrid } from './draw-grid.js';
import { experimentFacts } from './experiment-facts.js';
import { notCounted } from './not-counted.js';

export interface ExperimentPage {
  readonly columns: number | undefined;
  readonly paint: Paint;
  /** All figures, and every trial that is not counted. */
  readonly verbose: boolean;
  /** More facts for the end. */
  readonly facts: readonly Fact[];
}

/** What is said when an experiment has ended: how far it came, a table and the comparisons for each dimension, the rest. */
export const drawExperiment = (report: ExperimentReport, page: ExperimentPage): string[] => {
  const { columns, paint, verbose } = page;
  const { aggregates } = report;
  const one = (style: Style, text: string): string => paint(style, columns === undefined ? text : clip(text, columns));
  const prose = (text: string, indent: string, style?: Style): string[] =>
    wrap(visible(text), Math.max(1, (columns ?? proseWidth) - indent.length)).map(
      (line) => indent + (style ? paint(style, line) : line),
    );
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', one('bold', visible(title)), ...lines];
  const comparison = (pair: PairStatistics): string[] => [
    ...prose(pair.sentence, '  ', pair.claim === 'none' ? undefined : 'cyan'),
    ...comparisonFigures(pair, { verbose }).flatMap((line) => prose(line, '    ', 'dim')),
  ];
  const warnings = [...aggregates.warnings, ...report.warnings];
  return [
    one(styles[report.status], `${visible(report.name ?? 'experiment')}: ${statusText(report)}`),
    ...drawFacts(experimentFacts(report), columns, paint),
    ...aggregates.dimensions.flatMap((dimension) =>
      part(dimension.name, [
        ...drawGrid(dimensionGrid(dimension, report), columns, paint),
        ...aggregates.pairs.filter((pair) => pair.dimension === dimension.name).flatMap(comparison),
      ]),
    ),
    ...part(
      'Retried trials beside the others',
      aggregates.retries.flatMap((one) => [...prose(one.sentence, '  '), ...prose(retryFigures(one), '    ', 'dim')]),
    ),
    ...part(
      'Warnings',
      warnings.flatMap((warning) => prose(warning, '  ', 'yellow')),
    ),
    ...part(
      'Not counted',
      notCounted(report, verbose).flatMap((line) => prose(line, '  ')),
    ),
    ...part('Arms', report.coverage.arms.length === 0 ? [] : drawGrid(armGrid(report), columns, paint)),
    ...(page.facts.length === 0 ? [] : ['', ...drawFacts(page.facts, columns, paint)]),
  ];
};

const styles: Readonly<Record<ExperimentReport['status'], Style>> = {
  succeeded: 'green',
  failed: 'red',
  cancelled: 'yellow',
  stopped: 'yellow',
  empty: 'yellow',
};
