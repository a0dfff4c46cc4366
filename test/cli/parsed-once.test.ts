import { beforeEach, describe, expect, test } from 'vitest';
import { calibrateRows } from '../../src/options/calibrate-options.js';
import { decomposeRows } from '../../src/options/decompose-options.js';
import { executeRows } from '../../src/options/execute-options.js';
import { designRows } from '../../src/options/experiment-options.js';
import type { Row, Rows } from '../../src/options/row.js';
import { folderOf } from '../test-folder.js';
import { cli, groups } from './world.js';

/** How often a value was held against each row. The seed is an option of splitting and of running. */
const checks = new Map<string, number>();

const counting = (rows: Rows, at: string): void => {
  for (const [name, row] of Object.entries(rows)) {
    const { schema, parts = {} } = row;
    const counted: Row['schema'] = (z) =>
      z.custom((value) => {
        checks.set(`${at}${name}`, (checks.get(`${at}${name}`) ?? 0) + 1);
        return schema(z).safeParse(value).success;
      });
    Object.assign(row, { schema: counted });
    if (name !== 'rollUp') counting(parts, `${at}${name}.`);
  }
};
counting(decomposeRows, 'decompose ');
counting(executeRows, '');
counting(calibrateRows, '');
counting(designRows, '');

const config = 'export default { task: { name: "one", version: "1", run: () => 1 } };';
const project = () => folderOf({ ...groups(2), 'subplan.config.mjs': config });
const splitting = ['--min-files', '2', '--max-depth', '3', '--exclude', 'docs/**'];
const split = ['decompose minFiles', 'decompose maxDepth', 'decompose exclude'];
const running = ['--retries', '1', '--timeout', '9m', '--budget-usd', '5', '--limit', 'gpu=1'];
const run = ['retries', 'timeoutMs', 'budget', 'budget.usd', 'limits'];

/** Those that were asked for are checked, and nothing twice. */
const onceEach = (asked: readonly string[]) => {
  expect(Object.fromEntries(checks)).toMatchObject(Object.fromEntries(asked.map((name) => [name, 1])));
  expect([...checks].filter(([, count]) => count > 1)).toEqual([]);
};

describe('each value is parsed once', () => {
  beforeEach(() => checks.clear());

  test('by `plan`', async () => {
    expect((await cli(['plan', ...splitting], { cwd: project() })).code).toBe(0);
    onceEach(split);
  });

  test.each([[[]], [['--dry-run']]])('by `run` %j', async (flags) => {
    const { code, err } = await cli(['run', ...splitting, ...running, '-j', '2', ...flags], { cwd: project() });
    expect([code, err]).toEqual([0, expect.any(String)]);
    onceEach([...split, ...run, 'maxParallel', 'task', 'ledger']);
  });

  test('by `run --resume`, what is given; and what is recorded', async () => {
    const cwd = project();
    await cli(['run', ...splitting, '--retries', '1', '--grace', '1s', '--budget-usd', '5'], { cwd });
    checks.clear();
    const { err } = await cli(['run', '--resume', '--retries', '2', '--timeout', '9m', '-j', '2'], { cwd });
    expect(err).toMatch(/was finished already/);
    onceEach(['resume', 'retries', 'timeoutMs', 'maxParallel', 'task', 'graceMs', 'budget', 'budget.usd']);
  });

  test('by `calibrate`', async () => {
    await cli(['calibrate', ...splitting, ...running, '--up-to', '2'], { cwd: project() });
    onceEach([...split, ...run, 'upTo', 'task', 'ledger']);
  });

  test('by `experiment run`, of flags and the environment', async () => {
    const design = { cases: [{ id: 'a', input: 1 }], arms: { x: {} }, task: { exec: ['true'] } };
    const cwd = folderOf({ 'exp.yaml': JSON.stringify(design) });
    const flags = ['--retries', '1', '--budget-usd', '5', '--confidence', '0.9'];
    const { err } = await cli(['experiment', 'run', 'exp.yaml', ...flags], {
      cwd,
      env: { SUBPLAN_TIMEOUT: '9m', PATH: process.env.PATH ?? '' },
    });
    expect(err).toMatch(/1 trials/);
    expect(Object.fromEntries(checks)).toMatchObject({ retries: 1, budget: 1, 'budget.usd': 1, confidence: 1 });
    expect(checks.get('timeoutMs')).toBe(1);
  });
});
