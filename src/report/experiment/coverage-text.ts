import type { ExperimentReport, TrialCoverage } from '../../domain/experiment-report.js';
import type { Interleave } from '../../domain/trial.js';
import { count, some } from '../numbers.js';

const orders: Readonly<Record<Interleave, string>> = {
  alternate: 'arms in turn',
  random: 'arms in an order drawn from the seed',
  blocked: 'one arm after the other',
};

/** `12 cases × 2 arms × 5 replications, arms in turn, seed 1`. */
export const designText = ({ cases, arms, replications, interleave, seed }: ExperimentReport['design']): string => {
  const sizes = [some(cases.length, 'case'), some(arms.length, 'arm'), some(replications, 'replication')];
  return `${sizes.join(' × ')}, ${orders[interleave]}, seed ${seed}`;
};

/** `118 of 120 trials; 1 failed, 1 interfered with; 3 took more than one attempt`. */
export const coverageText = (coverage: TrialCoverage): string => {
  const { planned, scored, failed, unfinished, interfered, retried } = coverage;
  const lost = [
    failed > 0 && `${count(failed)} failed`,
    unfinished > 0 && `${count(unfinished)} not finished`,
    interfered > 0 && `${count(interfered)} interfered with`,
  ].filter(Boolean);
  const more = retried > 0 && `${count(retried)} took more than one attempt`;
  return [`${count(scored)} of ${some(planned, 'trial')}`, lost.join(', '), more].filter(Boolean).join('; ');
};
