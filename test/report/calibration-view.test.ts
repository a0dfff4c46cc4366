import { describe, expect, it } from 'vitest';
import type { CalibrationResult, CalibrationStep } from '../../src/domain/calibration.js';
import { calibrationText, drawCalibration } from '../../src/report/calibration-view.js';
import { painter } from '../../src/report/paint.js';
import { widthOf } from '../../src/report/text-width.js';
import { reportOf } from './runs.js';

const step = (maxParallel: number, perSecond?: number, more: Partial<CalibrationStep> = {}): CalibrationStep => ({
  ...{ maxParallel, ended: 3 * maxParallel, failed: 0, rateLimits: 0, freeMemory: 0.715 },
  pace:
    perSecond === undefined
      ? undefined
      : { seconds: 2, leaves: 9, leavesPerSecond: perSecond, tokensPerSecond: 1000 * perSecond, uncertainty: 0.1 },
  ...more,
});

const report = reportOf({ leaves: [{ id: 'a' }], status: 'stopped' });
const chosen: CalibrationResult = {
  ...{ kind: 'chosen', maxParallel: 4, reason: 'rate-limit', unit: 'leaves', report },
  because: 'With 8 at once the service asked to wait, with 4 it did not.',
  steps: [step(1, 1.53), step(2, 3.03), step(4, 5.9, { failed: 1 }), step(8, undefined, { rateLimits: 1 })],
};
const page = { columns: undefined, paint: painter(false), next: 'subplan run --resume r1 -j 4' };

describe('what came of calibrating', () => {
  it('is a table of steps, the choice with its reason, and the command that goes on', () => {
    expect(drawCalibration(chosen, page)).toEqual([
      'at once  ended  failed  leaves/s   gain  memory free',
      '1            3       0      1.53      -         72 %',
      '2            6       0      3.03  +98 %         72 %',
      '4           12       1       5.9  +95 %         72 %  chosen',
      '8           24       0         -      -         72 %  rate limited',
      '',
      'Choose -j 4. With 8 at once the service asked to wait, with 4 it did not.',
      '',
      'To go on with the rest:',
      '  subplan run --resume r1 -j 4',
    ]);
  });

  it('is told in tokens where steps were compared by them, and in the time that fits', () => {
    const [tokens] = drawCalibration({ ...chosen, unit: 'tokens' }, page);
    expect(tokens).toContain('tokens/s');
    const slow = { ...chosen, steps: [step(1, 0.004), step(2, 0.0079)] };
    expect(drawCalibration(slow, page).slice(0, 3)).toEqual([
      'at once  ended  failed  leaves/h   gain  memory free',
      '1            3       0      14.4      -         72 %',
      '2            6       0      28.4  +98 %         72 %',
    ]);
    const slower = { ...chosen, steps: [step(1, 2), step(2, 1.5), step(4, 0)] };
    expect(drawCalibration(slower, page)[2]).toContain('-25 %');
  });

  it('does not look like a choice where there is none', () => {
    const undecided: CalibrationResult = {
      ...{ kind: 'undecided', because: 'The run was cancelled before there was a choice (\x1b[2J).' },
      ...{ unit: 'leaves', steps: [step(1)], report },
    };
    const lines = drawCalibration(undecided, { ...page, next: undefined });
    expect(lines.slice(1)).toEqual([
      '1            3       0         -     -         72 %  not measured',
      '',
      expect.stringMatching(/^No choice was made\. The run was cancelled before there was a choice \(.*\)\.$/),
    ]);
    expect(lines.join('')).not.toContain('\x1b');
    expect(drawCalibration({ ...undecided, steps: [] }, { ...page, next: undefined })).toHaveLength(1);
  });

  it('fits a terminal, but for the command, which is to be copied', () => {
    const lines = drawCalibration(chosen, { ...page, columns: 40 });
    for (const line of lines.slice(0, -1)) expect(widthOf(line)).toBeLessThanOrEqual(40);
    expect(lines.at(-1)).toBe(`  ${page.next}`);
  });

  it('is JSON for programs, without the report', () => {
    const { report: _, ...rest } = chosen;
    const written = { format: 'subplan/calibration', version: 1, ...rest, runId: 'r1', status: 'stopped' };
    expect(JSON.parse(calibrationText(chosen, page.next))).toEqual(
      JSON.parse(JSON.stringify({ ...written, next: page.next })),
    );
    expect(JSON.parse(calibrationText(chosen, undefined))).not.toHaveProperty('next');
  });
});
