import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { ExperimentReport } from '../../../src/domain/experiment-report.js';
import { experimentJunit } from '../../../src/report/experiment/experiment-junit.js';
import { hostile, hostileReport, reportOf } from './reports.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** With a parser that refuses what is not well-formed. */
const parsed = (xml: string): Element => {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    (open.at(-1) as Element).text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return top.children[0];
};

const testsOf = (report: ExperimentReport): Element[] =>
  parsed(experimentJunit(report)).children.flatMap((suite) => suite.children);

const figuresOf = ({ attributes: { tests, failures, errors, skipped, time } }: Element) => [
  ...[tests, failures, errors, skipped, time],
];

describe('an experiment as JUnit', () => {
  it('has a suite for each arm and a test for each case and replication', () => {
    const root = parsed(experimentJunit(reportOf()));
    expect(root.name).toBe('testsuites');
    expect(root.attributes.name).toBe('skills');
    expect(figuresOf(root)).toEqual(['8', '0', '0', '0', '12.000']);
    expect(root.children.map(({ name, attributes }) => [name, attributes.name, attributes.timestamp])).toEqual([
      ['testsuite', 'without', '2023-11-14T22:13:20'],
      ['testsuite', 'with', '2023-11-14T22:13:20'],
    ]);
    expect(root.children.map(figuresOf)).toEqual(Array(2).fill(['4', '0', '0', '0', '6.000']));
    expect(root.children[1].children.map(({ attributes }) => attributes)).toEqual(
      ['login (replication 1)', 'login (replication 2)', 'logout (replication 1)', 'logout (replication 2)'].map(
        (name) => ({ name, classname: 'skills.with', time: '1.500' }),
      ),
    );
  });

  it('leaves the replication away where there is one only', () => {
    const names = testsOf(reportOf({ replications: 1 })).map(({ attributes }) => attributes.name);
    expect(names).toEqual(['login', 'logout', 'login', 'logout']);
  });

  it('tells errors, failures and what was skipped apart', () => {
    const ends = [
      { outcome: 'failed', failure: 'it broke', scores: undefined, ms: undefined },
      { outcome: 'timed-out', failure: 'too long', scores: undefined, ms: undefined },
      { outcome: 'budget-stopped', failure: 'the budget is used up', scores: undefined, ms: undefined },
      { outcome: 'never-started', scores: undefined, ms: undefined },
      { scores: { passed: false, quality: 0, safe: false, style: null } },
      { scores: { passed: true, quality: 0, style: null } },
      { interfered: 'a file was changed', scores: { passed: false } },
      { outcome: 'failed', interfered: 'a file was changed', failure: 'it broke', scores: undefined },
    ] as const;
    const report = reportOf({ arms: ['m'], replications: 4, trial: ({ position }) => ends[position - 1] });
    expect(figuresOf(parsed(experimentJunit(report)))).toEqual(['8', '1', '3', '3', '6.000']);
    const said = testsOf(report).map(({ children: [one], attributes }) => [
      ...[one?.name, one?.attributes.message, one?.text, attributes.time],
    ]);
    expect(said).toEqual([
      ['error', 'failed', 'it broke', undefined],
      ['error', 'timed out', 'too long', undefined],
      ['skipped', 'the budget is used up', '', undefined],
      ['skipped', 'never started', '', undefined],
      ['failure', 'false: passed, safe', '{"passed":false,"quality":0,"safe":false,"style":null}', '1.500'],
      [undefined, undefined, undefined, '1.500'],
      ['skipped', 'interfered with: a file was changed', '', '1.500'],
      ['error', 'failed', 'it broke', '1.500'],
    ]);
  });

  it('is well-formed where there is nothing in it', () => {
    const none = parsed(experimentJunit(reportOf({ cases: [], arms: [], more: { name: undefined } })));
    expect([none.attributes.name, none.children]).toEqual(['experiment', []]);
    expect(figuresOf(parsed(experimentJunit(reportOf({ cases: [] }))).children[0])).toEqual([
      '0',
      '0',
      '0',
      '0',
      '0.000',
    ]);
  });

  it('shows no control characters to whoever looks at the file', () => {
    for (const name of Object.values(hostile)) {
      expect(experimentJunit(hostileReport(name))).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
    }
  });

  it('brings every text back as it was, but for what XML cannot hold', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
      fc.string({
        unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\n', '\r', '\t', ' ', '&#0;', '\0', '\ufffe'),
      }),
    );
    fc.assert(
      fc.property(any, (text) => {
        const held = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
        const root = parsed(experimentJunit(hostileReport(text)));
        const [first, second] = root.children;
        expect(root.attributes.name).toBe(held);
        expect(first.attributes.name).toBe(held);
        expect(first.children[0].attributes.name).toBe(`${held} (replication 1)`);
        expect(first.children[0].children[0].attributes.message).toBe(`false: ${held}`);
        expect(first.children[1].children[0].text).toBe(held);
        expect(second.children[0].children[0].attributes.message).toBe(`interfered with: ${held}`);
      }),
    );
  });
});
