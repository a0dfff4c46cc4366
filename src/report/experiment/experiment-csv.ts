import type { ExperimentReport, TrialRow } from '../../domain/experiment-report.js';
import { csvRow, textCell } from './csv-text.js';

/** A column: what stands above it, and its cell of a trial; undefined where it has none. */
type Column = readonly [name: string, cell: (trial: TrialRow) => string | number | boolean | null | undefined];

const columns: readonly Column[] = [
  ['case', (trial) => trial.case],
  ['replication', (trial) => trial.replication],
  ['arm', (trial) => trial.arm],
  ['position', (trial) => trial.position],
  ['outcome', (trial) => trial.outcome],
  ['attempts', (trial) => trial.attempts],
  ['counted', (trial) => trial.outcome === 'succeeded' && trial.interfered === undefined],
  ['interfered', (trial) => trial.interfered],
  ['failure', (trial) => trial.failure],
  ['ms', (trial) => trial.ms],
];

/** A row for each trial: what R, pandas or a spreadsheet start from. What does not apply is empty. */
export const experimentCsv = ({ aggregates, trials }: ExperimentReport): string => {
  // Only trials that count are in the statistics; others may have dimensions of their own.
  const known = aggregates.dimensions.map(({ name }) => name);
  const dimensions = [...new Set([...known, ...trials.flatMap(({ scores }) => Object.keys(scores ?? {}))])];
  const spent = [...new Set(trials.flatMap(({ usage }) => Object.keys(usage)))];
  const all: Column[] = [
    ...columns,
    ...dimensions.map((name): Column => [`score.${name}`, ({ scores }) => own(scores, name)]),
    ...spent.map((name): Column => [`usage.${name}`, ({ usage }) => own(usage, name)]),
  ];
  const rows = trials.map((trial) => csvRow(all.map(([, cell]) => cellText(cell(trial)))));
  return [csvRow(all.map(([name]) => textCell(name))), ...rows].join('');
};

const own = <V>(values: Readonly<Record<string, V>> | undefined, name: string): V | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

const cellText = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? textCell(value) : String(value);
};
