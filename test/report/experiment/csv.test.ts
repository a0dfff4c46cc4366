import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExperimentReport, TrialRow } from '../../../src/domain/experiment-report.js';
import { experimentCsv } from '../../../src/report/experiment/experiment-csv.js';
import { hostile, hostileReport, reportOf } from './reports.js';

/** Reads RFC 4180 and nothing else: CRLF, as many cells in each row, quotes only around whole cells. */
const rowsOf = (text: string): string[][] => {
  const rows: string[][] = [];
  let [row, at]: [string[], number] = [[], 0];
  while (at < text.length) {
    const [whole, quoted, bare, end] = /^(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at)) ?? [];
    if (whole === undefined) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\r\n') row = rows.push(row) ? [] : [];
    at += whole.length;
  }
  expect(new Set(rows.map((cells) => cells.length)).size).toBe(1);
  return rows;
};

const tableOf = (report: ExperimentReport): Record<string, string>[] => {
  const [heading, ...rows] = rowsOf(experimentCsv(report));
  return rows.map((row) => Object.fromEntries(heading.map((name, i) => [name, row[i]])));
};

/** Without the quote that keeps a spreadsheet from running it. */
const meant = (cell: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

describe('an experiment as CSV', () => {
  it('has a row for each trial, with a column for each dimension and each thing that was spent', () => {
    const ends: readonly Partial<TrialRow>[] = [
      { scores: { passed: true, quality: -0.1234567890123 }, usage: { tokens: 1200, usd: 0.1 } },
      { scores: { passed: false, quality: null }, ms: 12.5, attempts: 2 },
      { outcome: 'failed', scores: undefined, ms: undefined, failure: 'it "broke"\nbadly', usage: { usd: 1e-7 } },
      { interfered: 'a file was changed', scores: { passed: true, quality: 1, other: 3 } },
    ];
    const report = reportOf({
      ...{ cases: ['a, b'], arms: ['x', 'y'] },
      dimensions: [
        { name: 'passed', kind: 'pass' },
        { name: 'quality', kind: 'number' },
      ],
      trial: ({ position }) => ends[position - 1],
    });
    expect(experimentCsv(report).split('\r\n')).toEqual([
      'case,replication,arm,position,outcome,attempts,counted,interfered,failure,ms,score.passed,score.quality,score.other,usage.tokens,usage.usd',
      '"a, b",1,x,1,succeeded,1,true,,,1500,true,-0.1234567890123,,1200,0.1',
      '"a, b",1,y,2,succeeded,2,true,,,12.5,false,,,,',
      '"a, b",2,x,3,failed,1,false,,"it ""broke""\nbadly",,,,,,1e-7',
      '"a, b",2,y,4,succeeded,1,false,a file was changed,,1500,true,1,3,,',
      '',
    ]);
  });

  it('is a heading where there are no trials', () => {
    expect(rowsOf(experimentCsv(reportOf({ cases: [] })))).toHaveLength(1);
  });

  it('hands no formula to a spreadsheet, and leaves numbers as they are', () => {
    const cases = [
      '=1+1',
      '+SUM(A1)',
      '-cmd',
      '@x',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1',
      "'=1",
      '-5',
      '+1.5e3',
      '-5-5',
      'a=b',
    ];
    expect(tableOf(reportOf({ cases, arms: ['m'], replications: 1 })).map((row) => row.case)).toEqual([
      ...[
        "'=1+1",
        "'+SUM(A1)",
        "'-cmd",
        "'@x",
        "'\t=1",
        "'\r=1",
        "'\n=1",
        "'＝1",
        "''=1",
        '-5',
        '+1.5e3',
        "'-5-5",
        'a=b',
      ],
    ]);
    expect(tableOf(hostileReport(hostile.formula)).every((row) => row.case.startsWith("'="))).toBe(true);
  });

  it('takes a dimension for one of its own only', () => {
    const report = reportOf({ dimensions: [{ name: 'constructor', kind: 'number' }], trial: () => ({ scores: {} }) });
    expect(tableOf(report).map((row) => row['score.constructor'])).toEqual(Array(8).fill(''));
  });

  it('brings every text back as it was', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', '-', '5', ' ', '\t', 'a') }),
    );
    fc.assert(
      fc.property(any, (text) => {
        const [first, second, third] = tableOf(hostileReport(text));
        expect(meant(first.case)).toBe(text);
        expect(meant(first.arm)).toBe(text);
        expect(first[`score.${text}`]).toBe('false');
        expect(first[`usage.${text}`]).toBe('1');
        expect(meant(second.interfered)).toBe(text);
        expect(meant(third.failure)).toBe(text);
      }),
    );
  });
});
