import type { ExperimentReport, TrialRow } from '../../domain/experiment-report.js';
import { firstLine } from '../log-text.js';
import { count } from '../numbers.js';
import { isFailure, outcomeWords } from '../outcome-words.js';

const few = 10;

/** `login, replication 2, with`. Raw text. */
const trialName = ({ case: id, replication, arm }: Pick<TrialRow, 'case' | 'replication' | 'arm'>): string =>
  `${id}, replication ${replication}, ${arm}`;

/** What is known of a trial, in one line. */
const line = (said: readonly (string | undefined)[]): string =>
  said
    .map((one) => firstLine(one ?? ''))
    .filter((one) => one !== '')
    .join(': ');

/** Trials that ran and are in no figure, a line each with the reason; the first few unless all are asked for. Raw text. */
export const notCounted = ({ trials, excluded }: ExperimentReport, all: boolean): string[] => {
  const lines = [
    ...excluded.map((trial) => line([trialName(trial), 'interfered with', trial.interfered])),
    ...trials
      .filter(({ outcome }) => isFailure(outcome))
      .map((trial) => line([trialName(trial), outcomeWords[trial.outcome], trial.failure])),
  ];
  if (all || lines.length <= few) return lines;
  return [...lines.slice(0, few), `… and ${count(lines.length - few)} more (-v shows all)`];
};
