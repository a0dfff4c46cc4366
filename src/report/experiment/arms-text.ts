import type { ExperimentReport } from '../../domain/experiment-report.js';
import { count } from '../numbers.js';
import { visible } from '../visible.js';

/** How far each arm is, in a line. */
export const armsText = ({ coverage }: Pick<ExperimentReport, 'coverage'>, running: number): string => {
  const arms = coverage.arms.map(({ arm, planned, scored, failed, interfered }) => {
    const bad = failed > 0 ? ` (${count(failed)} failed)` : '';
    return `${visible(arm)} ${count(scored + failed + interfered)}/${count(planned)}${bad}`;
  });
  return [...arms, `${count(running)} running`].join(' · ');
};
