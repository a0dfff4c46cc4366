import type { ExperimentReport, TrialRow } from '../../domain/experiment-report.js';
import { firstLine } from '../log-text.js';
import { count } from '../numbers.js';
import { isFailure, outcomeWords } from '../outcome-words.js';

const few = 10;

/** `login, replication 2, with`. Raw text. */
const trialName = ({ case: id, replication, arm }: Pick<TrialRow, 'case' | 'replication' | 'arm'>): string =>
  `${id}, replication ${replication}, ${arm}`;

/** Trials that ran and are in no figure, a line each with the reason; the first few unless all are asked for. Raw text. */
export const notCounted = ({ trials, excluded }: ExperimentReport, all: boolean): string[] => {
  const lines = [
    ...excluded.map((trial) => `${trialName(trial)}: interfered with: ${firstLine(trial.interfered ?? '')}`),
    ...trials
      .filter(({ outcome }) => isFailure(outcome))
      .map((trial) => `${trialName(trial)}: ${outcomeWords[trial.outcome]}: ${firstLine(trial.failure ?? '')}`),
  ].map((line) => line.replace(/: $/, ''));
  if (all || lines.length <= few) return lines;
  return [...lines.slice(0, few), `… and ${count(lines.length - few)} more (-v shows all)`];
};
