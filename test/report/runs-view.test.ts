import { describe, expect, it } from 'vitest';
import { libraryWords } from '../../src/domain/message.js';
import type { RunDetails, RunState, RunSummary } from '../../src/domain/run-details.js';
import type { Session } from '../../src/domain/session.js';
import { painter } from '../../src/report/paint.js';
import { drawRunDetails } from '../../src/report/run-details-view.js';
import { drawRuns, moment } from '../../src/report/runs-view.js';
import { widthOf } from '../../src/report/text-width.js';
import { failure } from './runs.js';

const page = { columns: undefined, paint: painter(false), words: libraryWords };
/** By the clock on the wall, wherever the test runs. */
const began = new Date(2026, 0, 5, 7, 9).getTime();

const run = (more: Partial<RunSummary> = {}): RunSummary => ({
  ...{
    kind: 'project',
    id: 'mwl3abcd-12345678',
    state: 'succeeded',
    root: '/home/me/app',
    task: 'review.js (1234abcd)',
  },
  ...{ startedAt: began, lastAt: began + 125_000, leaves: 48, succeeded: 48, failed: 0, sessions: 1 },
  ...{ usage: {}, owner: undefined },
  ...more,
});

const session = (more: Partial<Session> = {}): Session => ({
  ...{ startedAt: began, version: '0.1.0', host: 'here', pid: 7, maxParallel: 8, kept: 0, toRun: 55, changed: [] },
  ...more,
});

const details = (more: Partial<RunDetails> = {}): RunDetails => ({
  ...run(),
  ...{ version: '0.1.0', ledger: '/home/me/app/.subplan/ledger.db', settings: {}, history: [session()] },
  ...{ outcomes: { succeeded: 48 }, reused: 0, wrote: 0, failures: [], why: undefined },
  ...more,
});

const failed = (id: string, message: string) => ({
  ...({ id, label: `label of ${id}`, kind: 'leaf', outcome: 'failed', failure: failure(message) } as const),
});

/** The lines of a fact, put together. */
const factOf = (name: string, more: Partial<RunDetails>): string | undefined => {
  const text = drawRunDetails(details(more), page).join('\n');
  return new RegExp(`^  ${name} +(.*(?:\n {6,}.*)*)`, 'm').exec(text)?.[1].replaceAll(/\s+/g, ' ');
};

describe('a list of runs', () => {
  it('has a line for each, in columns', () => {
    const rows = [
      run({
        id: 'b',
        state: 'interrupted',
        succeeded: 1200,
        leaves: 3000,
        failed: 2,
        usage: { usd: 0.375, tokens: 12_000 },
      }),
      run({ id: 'a' }),
    ];
    expect(drawRuns(rows, page)).toEqual(
      [
        'run  state                  leaves          time                     spent  began             task',
        'b    interrupted  1,200/3,000, 2 failed  2 min 05 s  0.375 usd, 12,000 tokens  2026-01-05 07:09  review.js (1234abcd)',
        'a    succeeded                    48/48  2 min 05 s                         -  2026-01-05 07:09  review.js (1234abcd)',
      ].map((line, i) => (i === 0 ? expect.stringMatching(/^run +state +leaves +time +spent +began +task$/) : line)),
    );
  });

  it.each([20, 40, 79])('fits %i columns, wide characters too', (columns) => {
    const lines = drawRuns([run(), run({ task: 'überprüfung 検査 '.repeat(9) })], { ...page, columns });
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  });

  it('shows what is hidden in names instead of obeying it', () => {
    const text = drawRuns([run({ task: 'a\x1b[2J\nb', usage: { 'u\x9b': 1 } })], page).join('\n');
    expect(text).toContain('a\\x1b[2J\\nb');
    expect(text).toContain('1 u\\x9b');
    expect(text).not.toMatch(/[\x1b\x9b]/);
  });

  it('has times with two digits each', () => {
    expect(moment(began)).toBe('2026-01-05 07:09');
    expect(moment(new Date(2026, 10, 25, 23, 59).getTime())).toBe('2026-11-25 23:59');
  });
});

describe('one run', () => {
  it('begins with what failed, then says how it stands', () => {
    const lines = drawRunDetails(details({ state: 'failed', failures: [failed('a', 'it broke')] }), page);
    expect(lines.slice(0, 4)).toEqual([
      'failed: label of a',
      '    it broke',
      '    Mend it.',
      'run mwl3abcd-12345678: failed',
    ]);
  });

  it('says where all failures are, where there are too many', () => {
    const failures = Array.from({ length: 14 }, (_, i) => failed(`f${i}`, `reason ${i}`));
    expect(drawRunDetails(details({ failures }), page)).toContain('… and 4 more failures (--json has all)');
  });

  it('says why it stopped, in a line', () => {
    const [title] = drawRunDetails(details({ state: 'stopped', why: 'Ctrl-C\nand more' }), page);
    expect(title).toMatch(/^run mwl3abcd-12345678: stopped: Ctrl-C/);
    expect(title).not.toContain('\n');
  });

  it.each<[string, Partial<RunDetails>]>([
    ['48 succeeded', {}],
    ['none', { leaves: 0, outcomes: {} }],
    ['48 unfinished', { outcomes: {} }],
    ['40 succeeded, 2 failed, 1 timed out, 5 unfinished', { outcomes: { 'timed-out': 1, failed: 2, succeeded: 40 } }],
    ['48 succeeded; 47 of them reused', { reused: 47 }],
  ])('leaves: %s', (said, more) => {
    expect(factOf('leaves', more)).toBe(said);
  });

  it('names its owner only where it has one', () => {
    const owner = { pid: 4711, host: 'ci-3', since: began };
    expect(factOf('owner', { state: 'running', owner })).toBe('process 4711 on ci-3 since 2026-01-05 07:09');
    expect(factOf('owner', {})).toBe(undefined);
  });

  it('tells what was spent, and which leaves wrote, where there is something to tell', () => {
    expect(factOf('spent', { usage: { usd: 1.23456 } })).toBe('1.235 usd');
    expect(factOf('spent', {})).toBe(undefined);
    expect(factOf('wrote', { wrote: 3 })).toBe('3 leaves changed their own files; their values are not reused');
    expect(factOf('wrote', {})).toBe(undefined);
  });

  it('tells of a single leaf that wrote in the singular', () => {
    expect(factOf('wrote', { wrote: 1 })).toBe('1 leaf changed its own files; its value is not reused');
  });

  it('has the settings that say something', () => {
    const settings = { maxFiles: 6, goal: null, exclude: [], keep: ['lock'], strategy: 'auto' };
    expect(factOf('settings', { settings })).toBe('maxFiles 6, keep ["lock"], strategy "auto"');
    expect(factOf('settings', {})).toBe('all by default');
  });

  it('has a paragraph of history for each session, with what differed', () => {
    const changed = [
      { option: 'maxParallel', class: 'throughput', before: 8, now: 2 },
      { option: 'timeoutMs', class: 'limit', before: null, now: 300_000 },
      { option: 'onFailure', class: 'limit', before: 'continue', now: 'stop' },
    ] as const;
    const history = [session(), session({ version: '0.2.0', maxParallel: 2, kept: 54, toRun: 1, changed })];
    expect(factOf('history', { history })).toBe(
      '2026-01-05 07:09 began by subplan 0.1.0, 8 at once: 55 subplans to run ' +
        '2026-01-05 07:09 resumed by subplan 0.2.0, 2 at once: 1 subplan to run, 54 kept; ' +
        'changed: maxParallel 8 → 2, timeoutMs unset → 300000, onFailure "continue" → "stop"',
    );
  });

  it('shows what is hidden in names instead of obeying it', () => {
    const evil = '\x1b[2J\u202e';
    const text = drawRunDetails(
      details({
        ...{ task: evil, root: evil, ledger: evil, why: evil, usage: { [evil]: 1 }, settings: { goal: evil } },
        owner: { pid: 1, host: evil, since: began },
        failures: [{ ...failed('a', evil), label: evil }],
        history: [session({ version: evil, changed: [{ option: 'order', class: 'limit', before: evil, now: evil }] })],
      }),
      page,
    ).join('\n');
    expect(text).not.toMatch(/[\x1b\u202e]/);
    expect(text.match(/\\u202e/g)?.length).toBeGreaterThanOrEqual(11);
  });

  it.each<RunState>(['running', 'interrupted', 'succeeded', 'failed', 'cancelled', 'stopped', 'empty'])(
    'has a colour for %s, where colours are wanted',
    (state) => {
      const [title] = drawRunDetails(details({ state }), { ...page, paint: painter(true) });
      expect(title).toMatch(new RegExp(`: \\x1b\\[3\\dm${state}\\x1b\\[39m$`));
    },
  );
});
