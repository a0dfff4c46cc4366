import type { CalibrationResult, CalibrationStep, PaceUnit } from '../domain/calibration.js';
import { type PerTime, perTime } from '../util/per-time.js';
import { jsonText } from './json-text.js';
import { count, percent } from './numbers.js';
import type { Paint } from './paint.js';
import { drawTable } from './table.js';
import { proseWidth, wrap } from './text-width.js';
import { visible } from './visible.js';

export interface CalibrationPage {
  readonly columns: number | undefined;
  readonly paint: Paint;
  /** The command that goes on with the run; undefined where there is none. */
  readonly next: string | undefined;
}

/** The steps as a table, and the choice with its reason. */
export const drawCalibration = (result: CalibrationResult, { columns, paint, next }: CalibrationPage): string[] => {
  const { steps, unit } = result;
  const chosen = result.kind === 'chosen' ? result.maxParallel : undefined;
  const per = perTime(Math.max(...steps.map((step) => paceOf(step, unit) ?? 0)));
  const rows = steps.map((step, i) => [
    count(step.maxParallel),
    ...[count(step.ended), count(step.failed), paceText(step, unit, per), gainText(steps[i - 1], step, unit)],
    ...[percent(step.freeMemory), step.maxParallel === chosen ? 'chosen' : remark(step)],
  ]);
  const heading = ['at once', 'ended', 'failed', `${unit}${per.short}`, 'gain', 'memory free', ''];
  const choice = chosen === undefined ? 'No choice was made.' : `Choose -j ${chosen}.`;
  const said = wrap(visible(`${choice} ${result.because}`), columns ?? proseWidth);
  return [
    ...(steps.length > 0
      ? [...drawTable({ heading, rows, width: columns ?? Number.POSITIVE_INFINITY, paint }), '']
      : []),
    ...said.map((line) => paint(chosen === undefined ? 'yellow' : 'green', line)),
    ...(next === undefined ? [] : ['', 'To go on with the rest:', `  ${visible(next)}`]),
  ].map((line) => line.trimEnd());
};

/** The same for programs. The report of the run is in the ledger. */
export const calibrationText = (result: CalibrationResult, next: string | undefined): string => {
  const { report, ...rest } = result;
  const { runId, status } = report;
  return `${jsonText({ format: 'subplan/calibration', version: 1, ...rest, runId, status, next }, 2)}\n`;
};

const paceOf = ({ pace }: CalibrationStep, unit: PaceUnit): number | undefined =>
  unit === 'tokens' ? pace?.tokensPerSecond : pace?.leavesPerSecond;

const paceText = (step: CalibrationStep, unit: PaceUnit, { times }: PerTime): string => {
  const pace = paceOf(step, unit);
  return pace === undefined ? '-' : count(Number((pace * times).toPrecision(3)));
};

const gainText = (before: CalibrationStep | undefined, step: CalibrationStep, unit: PaceUnit): string => {
  const [was, is] = [before && paceOf(before, unit), paceOf(step, unit)];
  if (!was || is === undefined) return '-';
  const share = Math.round((is / was - 1) * 100);
  return `${share > 0 ? '+' : ''}${share} %`;
};

const remark = ({ rateLimits, pace }: CalibrationStep): string => {
  if (rateLimits > 0) return 'rate limited';
  return pace ? '' : 'not measured';
};
