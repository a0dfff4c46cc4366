import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryWords } from '../../src/domain/message.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { inSeconds, took } from '../../src/report/durations.js';
import { jsonText } from '../../src/report/json-text.js';
import { namesApart, reportApart } from '../../src/report/names-apart.js';
import { painter } from '../../src/report/paint.js';
import type { PlanView } from '../../src/report/plan-view.js';
import { eventLine, runText } from '../../src/report/run-json.js';
import { runMarkdown } from '../../src/report/run-markdown.js';
import { drawRunSummary } from '../../src/report/run-summary.js';
import { widthOf } from '../../src/report/text-width.js';
import { failure, type ReportParts, reportOf } from './runs.js';

const page = { name: 'app', columns: undefined, paint: painter(false), verbose: false, words: libraryWords, facts: [] };
const summaryOf = (parts: ReportParts) => drawRunSummary(reportOf(parts), page);
const leaves = (count: number, outcome?: 'failed') =>
  Array.from({ length: count }, (_, i) => ({ id: `l${i}`, outcome }));

describe('durations', () => {
  it.each([
    [0, '0 ms', '0 s'],
    [240.4, '240 ms', '0 s'],
    [999.6, '1.0 s', '1 s'],
    [1234, '1.2 s', '1 s'],
    [59_940, '59.9 s', '1 min 00 s'],
    [59_960, '1 min 00 s', '1 min 00 s'],
    [125_000, '2 min 05 s', '2 min 05 s'],
    [3_720_000, '1 h 02 min', '1 h 02 min'],
    [-5, '0 ms', '0 s'],
  ])('%d ms took %s, and are %s so far', (ms, exact, whole) => {
    expect([took(ms), inSeconds(ms)]).toEqual([exact, whole]);
  });
});

describe('the closing summary', () => {
  it('has status, leaves, time, speed-up and peak against the limit', () => {
    expect(summaryOf({ leaves: leaves(8) })).toEqual([
      'app: all succeeded',
      '  leaves    8 succeeded',
      '  branches  1 succeeded',
      '  time      16.0 s, 1.5 times as fast as one after another (24.0 s)',
      '  slots     peak 8 of 8 slots, 7.4 on average',
    ]);
  });

  it('has failures with message and next step, coverage, usage and more facts', () => {
    const lines = drawRunSummary(
      reportOf({
        leaves: [{ id: 'a' }, { id: 'b', outcome: 'failed' }, { id: 'c', outcome: 'skipped' }],
        status: 'failed',
        more: { usage: { inputTokens: 12_345, usd: 0.123456 } },
      }),
      { ...page, facts: [['wrote', 'map.md']] },
    );
    expect(lines.slice(0, 4)).toEqual(['failed: label of b', '    it broke', '    Mend it.', 'app: not all succeeded']);
    expect(lines).toContain('  leaves    1 succeeded, 1 failed, 1 skipped');
    expect(lines).toContain('  coverage  1 of 3 leaves are in the result; missing: label of b; label of c');
    expect(lines).toContain('  usage     12,345 inputTokens, 0.1235 usd');
    expect(lines.at(-1)).toBe('  wrote     map.md');
  });

  it('shows the first ten failures and counts the others; those that say the same stand together', () => {
    const apart = summaryOf({
      leaves: leaves(25, 'failed'),
      status: 'failed',
      failure: (id) => failure(`broke ${id}`),
    });
    expect(apart.filter((line) => line.startsWith('failed: '))).toHaveLength(10);
    expect(apart).toContain('… and 15 more failures (-o report.json has all)');
    const same = summaryOf({ leaves: leaves(25, 'failed'), status: 'failed' });
    expect(same[0]).toBe('failed: label of l0; label of l1; label of l2 and 22 more');
    expect(same.filter((line) => line.startsWith('failed: '))).toHaveLength(1);
  });

  it('says why it stopped early', () => {
    const [line] = summaryOf({ leaves: leaves(1), status: 'stopped', more: { stoppedBecause: 'Ctrl-C\x1b[2J' } });
    expect(line).toBe('app: stopped early: Ctrl-C\\x1b[2J');
  });

  it('has no speed-up for a single leaf, nor where none ran', () => {
    expect(summaryOf({ leaves: leaves(1) }).join('\n')).not.toContain('as fast');
    const none = reportOf({ leaves: [], status: 'empty', more: { concurrency: { limit: 2, peak: 0, mean: 0 } } });
    expect(drawRunSummary(none, page).join('\n')).not.toMatch(/as fast|peak/);
  });

  it.each([
    ['failed', 16_000],
    ['stopped', 16_000],
    ['cancelled', 16_000],
    ['succeeded', 22_500],
    ['succeeded', 240_000],
  ] as const)(
    'has the time only for a run that has %s in %i ms, where leaves took 24 s together',
    (status, endedAt) => {
      const lines = summaryOf({ leaves: leaves(8), status, more: { endedAt } });
      expect(lines.find((line) => line.startsWith('  time'))).toMatch(/^ {2}time {6}[\d.]+ (?:s|min 00 s)$/);
    },
  );

  it('fits the terminal', () => {
    const report = reportOf({ leaves: leaves(9), more: { stoppedBecause: 'x'.repeat(200) } });
    const lines = drawRunSummary(report, { ...page, columns: 40 });
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });
});

describe('labels', () => {
  it('that several subplans have are told apart by their ids', async () => {
    const plan = {
      leaves: [
        { id: 'aaaa1', label: 'x' },
        { id: 'aaaa2', label: 'x' },
      ],
      branches: [{ id: 'b', label: 'y' }],
    };
    const apart = namesApart(plan as unknown as PlanView);
    expect([...plan.leaves, ...plan.branches].map((one) => apart(one).label)).toEqual(['x [aaaa1]', 'x [aaaa2]', 'y']);
    const event = { at: 0, type: 'paused' } as const;
    expect(apart(event)).toBe(event);
    const report = reportOf({ leaves: [{ id: 'aaaa1', label: 'x', outcome: 'failed' }] });
    expect(reportApart(report, apart)).toMatchObject({
      leaves: [{ label: 'x [aaaa1]' }],
      failures: [{ label: 'x [aaaa1]' }],
    });
  });
});

describe('a run report as JSON', () => {
  it('is the report', () => {
    const report = reportOf({ leaves: [{ id: 'a' }, { id: 'b', outcome: 'failed' }], value: () => ({ found: [1] }) });
    const read = JSON.parse(runText(report));
    expect(read).toEqual(JSON.parse(JSON.stringify({ format: 'subplan/run', version: 1, ...report })));
  });

  it('has each leaf on a line, and no dangerous character', () => {
    const text = runText(reportOf({ leaves: leaves(3), value: () => '\x9b\u202e' }));
    expect(text.split('\n').filter((line) => line.startsWith('    {"kind":"leaf"'))).toHaveLength(3);
    expect(text).not.toMatch(/[\x9b\u202e]/);
    expect(JSON.parse(text).leaves[0].value).toBe('\x9b\u202e');
  });

  it('one value that JSON does not know costs no other', () => {
    const circle: Record<string, unknown> = { name: 'c' };
    circle.self = circle;
    const throwing = {
      get value() {
        throw new Error('not today');
      },
    };
    const values: Record<string, unknown> = {
      ...{ a: circle, b: 10n, c: new Map([['k', new Set([1, 2])]]), d: throwing, e: 'fine', f: new Map([[1, 2]]) },
      ...{ g: Object.assign(new Error('odd'), { code: 'E' }), h: [circle.name, circle.name], i: () => 1 },
    };
    const ids = Object.keys(values).map((id) => ({ id }));
    const read = JSON.parse(runText(reportOf({ leaves: ids, value: (id) => values[id] })));
    expect(read.leaves.map(({ value }: { value: unknown }) => value)).toEqual([
      ...[{ name: 'c', self: '[circular]' }, '10', { k: [1, 2] }, '[cannot be written: not today]', 'fine', [[1, 2]]],
      ...[{ name: 'Error', message: 'odd', code: 'E' }, ['c', 'c'], null],
    ]);
  });

  it('whatever a task returns, it is JSON', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }), (value) => {
        JSON.parse(jsonText(value));
      }),
    );
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(JSON.parse(jsonText(deep))).toMatch(/cannot be written/);
  });

  it('events are a line each', () => {
    const line = eventLine({ at: 1, type: 'warning', message: 'two\nlines \u2028 \x1b' } as RunEvent);
    expect(line).toBe('{"at":1,"type":"warning","message":"two\\nlines \\u2028 \\u001b"}\n');
  });
});

describe('a run report as Markdown', () => {
  it('has the status, the result, failures, and the outcome and value of each leaf', () => {
    const text = runMarkdown(
      reportOf({
        leaves: [{ id: 'a' }, { id: 'b', outcome: 'failed' }, { id: 'c', label: '<c>' }],
        status: 'failed',
        value: (id) => (id === 'a' ? { found: 1 } : 'a text\nof two lines'),
        root: 'all of it',
      }),
      { name: 'app', words: libraryWords },
    );
    expect(text).toMatch(
      /^<!-- @generated by subplan -->\n\n# Run over app\n\nNot all succeeded\.\n\n- \*\*leaves\*\*/,
    );
    expect(text).toContain('## Result\n\n```text\nall of it\n```\n');
    expect(text).toContain('## Failures\n\n- **failed**: `label of b`\n  ```\n  it broke\n  Mend it.\n  ```\n');
    expect(text).toContain('### label of a\n\n```json\n{\n  "found": 1\n}\n```\n');
    expect(text).toContain('### label of b\n\nFailed.\n');
    expect(text).toContain('### &lt;c&gt;\n\n```text\na text\nof two lines\n```\n');
  });

  it('a value cannot leave its fence', () => {
    const text = runMarkdown(reportOf({ leaves: [{ id: 'a' }], value: () => '```\n<script>\n````' }), {
      name: 'app',
      words: libraryWords,
    });
    expect(text).toContain('`````text\n```\n<script>\n````\n`````');
  });
});
