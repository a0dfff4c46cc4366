import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExperimentReport } from '../../../src/domain/experiment-report.js';
import { drawExperiment } from '../../../src/report/experiment/draw-experiment.js';
import { figure, signed } from '../../../src/report/experiment/figures.js';
import { painter } from '../../../src/report/paint.js';
import { widthOf } from '../../../src/report/text-width.js';
import { hostile, hostileReport, pairOf, reportOf } from './reports.js';

const page = { columns: undefined, paint: painter(false), verbose: false, facts: [] };
const draw = (report: ExperimentReport, more: Partial<Parameters<typeof drawExperiment>[1]> = {}) =>
  drawExperiment(report, { ...page, ...more });

const many = reportOf({
  arms: ['without', 'with', 'with-more-tools'],
  replications: 5,
  dimensions: [
    { name: 'passed', kind: 'pass' },
    { name: 'quality', kind: 'number' },
    { name: 'safe', kind: 'pass' },
    { name: 'steps', kind: 'number' },
  ],
  trial: ({ position }) => {
    if (position === 3) return { outcome: 'timed-out', failure: 'took more than 30 s', scores: undefined };
    if (position === 5) return { interfered: 'prompts/a.md was changed' };
    if (position === 6) return { attempts: 2, scores: { passed: false, quality: null, safe: true, steps: 12_345 } };
    return {};
  },
  aggregates: {
    pairs: [
      pairOf({
        claim: 'higher',
        sentence: 'with passes more often than without.',
        leftOut: { 'did-not-succeed': 1, interfered: 2, 'not-applicable': 0 },
      }),
      pairOf({
        dimension: 'quality',
        acrossCases: { n: 2, mean: -0.2, sd: 1, t: { low: -1, high: 2 }, bootstrap: undefined },
      }),
      pairOf({ dimension: 'steps', difference: undefined, sentence: 'There is no pair to compare.' }),
    ],
    retries: [
      {
        ...{ arm: 'with', dimension: 'passed', retried: { n: 3, mean: 0.5 }, others: { n: 40, mean: 0.75 } },
        difference: { mean: -0.25, low: -0.6, high: 0.1 },
        sentence: 'Retried trials of with did no better.',
      },
    ],
    warnings: ['Fewer than five replications.'],
  },
  more: {
    warnings: ['The clock was set back.'],
    usage: { tokens: 20_000 },
    costs: [
      { arm: 'without', meanMs: 1200, usage: { tokens: 8000, usd: 0.2, requests: 3 } },
      { arm: 'with', meanMs: undefined, usage: { inputTokens: 4, outputTokens: 5 } },
    ],
  },
});

describe('an experiment in the terminal', () => {
  it('has a head, a table and the comparisons for each dimension, and what it cost', () => {
    const report = reportOf({ aggregates: { pairs: [pairOf()] } });
    expect(draw(report, { facts: [['wrote', 'r.json']] })).toEqual([
      'skills: all succeeded',
      '  design     2 cases × 2 arms × 2 replications, arms in turn, seed 1',
      '  counted    8 of 8 trials',
      '  intervals  95 %, bootstrap of 10,000 resamples',
      '  time       16.0 s, at most 2 at once',
      '',
      'passed',
      '  arm      n  passed   rate  95 % interval',
      '  without  4       4  100 %  10 % to 90 %',
      '  with     4       4  100 %  10 % to 90 %',
      '  No difference can be claimed with 4 pairs.',
      '    difference +0.125, sd 0.5; t -0.67 to 0.9212, bootstrap -0.25 to 0.5; 4 pairs',
      '',
      'Arms',
      '  arm      counted  mean time',
      '  without   4 of 4      1.5 s',
      '  with      4 of 4      1.5 s',
      '',
      '  wrote  r.json',
    ]);
  });

  it('tells what is not applicable, left out, retried, warned of and not counted', () => {
    const lines = draw(many);
    expect(lines).toContain('  counted    28 of 30 trials; 1 failed, 1 interfered with; 1 took more than one attempt');
    expect(lines).toContain('  arm               n   mean    sd  lowest  highest  not applicable');
    expect(lines).toContain('  with-more-tools   8   18.5  0.25       8       29               1');
    expect(lines).toContain('    left out: 1 pair did not succeed, 2 pairs interfered with');
    expect(lines).toContain('    retried: n 3, mean 0.5; others: n 40, mean 0.75; difference -0.25, t -0.6 to 0.1');
    expect(lines).toContain('  Fewer than five replications.');
    expect(lines).toContain('  The clock was set back.');
    expect(lines).toContain('  login, replication 2, with: interfered with: prompts/a.md was changed');
    expect(lines).toContain('  login, replication 1, with-more-tools: timed out: took more than 30 s');
    expect(lines).toContain('  without          10 of 10                          1.2 s   8,000  $0.20  3 requests');
    expect(lines).toContain('  with              9 of 10                   1          -       9');
  });

  it('has the figures of single cases and of signs where more is asked for', () => {
    const more = ['    across 2 cases: -0.2, t -1 to 2', '    higher in 2, lower in 1, the same in 1; p 1'];
    expect(draw(many)).not.toEqual(expect.arrayContaining(more));
    expect(draw(many, { verbose: true })).toEqual(expect.arrayContaining(more));
  });

  it('breaks lines in a narrow terminal, and loses no figure', () => {
    for (const columns of [36, 40, 60, 80]) {
      const lines = draw(many, { columns, verbose: true });
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).not.toContain('…');
    }
    const narrow = draw(many, { columns: 40 }).join('\n');
    expect(narrow).toContain(
      '  with-more-tools\n    n 8, mean 18.5, sd 0.25, lowest 8\n    highest 29, not applicable 1\n',
    );
  });

  it('lists the first trials that are not counted, and all of them where more is asked for', () => {
    const report = reportOf({ replications: 10, trial: ({ position }) => ({ interfered: `change ${position}` }) });
    const listed = (lines: readonly string[]) => lines.filter((line) => line.includes('interfered with: change'));
    expect(listed(draw(report))).toHaveLength(10);
    expect(draw(report)).toContain('  … and 30 more (-v shows all)');
    expect(listed(draw(report, { verbose: true }))).toHaveLength(40);
  });

  it.each([
    ['no cases', reportOf({ cases: [], arms: [], dimensions: [], more: { status: 'empty' } })],
    ['one arm, one case, once', reportOf({ cases: ['a'], arms: ['m'], replications: 1 })],
    ['nothing but failures', reportOf({ trial: () => ({ outcome: 'failed', scores: undefined, failure: 'broke' }) })],
    ['nothing that applies', reportOf({ trial: () => ({ scores: { passed: null } }) })],
    ['nothing that started', reportOf({ trial: () => ({ outcome: 'never-started', scores: undefined, attempts: 0 }) })],
  ])('is drawn with %s', (_, report) => {
    for (const columns of [undefined, 40]) expect(draw(report, { columns }).join('\n')).not.toMatch(/undefined|NaN/);
  });

  it('says so where no trial has a score', () => {
    const lines = draw(
      reportOf({ trial: () => ({ outcome: 'failed', scores: undefined, failure: 'it broke\nbadly' }) }),
    );
    expect(lines).toContain('  without  0       -     -  -');
    expect(lines).toContain('  counted    0 of 8 trials; 8 failed');
    expect(lines).toContain('  login, replication 1, without: failed: it broke');
  });

  it('keeps the column of the arms, though they have no names', () => {
    expect(draw(reportOf({ arms: [''], replications: 1 }))).toContain('  arm  counted  mean time');
  });

  it('styles whole pieces only, so that nothing else changes', () => {
    const painted = draw(many, { paint: painter(true), columns: 50 });
    expect(painted.map((line) => line.replace(/\x1b\[\d+m/g, ''))).toEqual(draw(many, { columns: 50 }));
    expect(painted[0]).toBe('\x1b[32mskills: all succeeded\x1b[39m');
  });

  it('lets no name reach the terminal as it is, or break a line', () => {
    for (const name of Object.values(hostile)) {
      for (const columns of [undefined, 40]) {
        const text = draw(hostileReport(name), { columns, verbose: true }).join('\n');
        expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\ud800-\udbff](?![\udc00-\udfff])/);
      }
    }
  });

  it('is never wider than the terminal, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
        fc.integer({ min: 36, max: 120 }),
        (name, columns) => {
          for (const line of draw(hostileReport(name), { columns, verbose: true })) {
            expect(widthOf(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          }
        },
      ),
    );
  });
});

describe('figures', () => {
  it.each([
    [0, '0', '0'],
    [-0, '0', '0'],
    [0.81234567, '0.8123', '+0.8123'],
    [-12.3456, '-12.35', '-12.35'],
    [999.96, '1000', '+1000'],
    [1234.5, '1,235', '+1,235'],
    [-1_234_567, '-1,234,567', '-1,234,567'],
    [0.00001234, '0.000012', '+0.000012'],
    [1.234e-9, '1.2e-9', '+1.2e-9'],
    [-1e21, '-1e+21', '-1e+21'],
    [Number.NaN, 'NaN', 'NaN'],
  ])('%d is %s, and %s as a difference', (value, text, difference) => {
    expect([figure(value), signed(value)]).toEqual([text, difference]);
  });
});
