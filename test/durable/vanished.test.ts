import { renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decompose, defineTask } from '../../dist/index.js';
import { groupsProject } from './projects.js';

const folder = (root: string) => join(root, '.subplan');

describe('a ledger that is gone while a run is recorded in it', () => {
  test.each([
    ['removed', (root: string) => rmSync(folder(root), { recursive: true })],
    ['moved away', (root: string) => renameSync(folder(root), join(root, 'elsewhere'))],
    ['truncated', (root: string) => truncateSync(join(folder(root), 'ledger.db'), 0)],
  ])('by being %s ends the run: it does not tell of what nobody can find again', async (_, lose) => {
    const { root, options } = groupsProject(4);
    let isLost = false;
    const task = defineTask({
      ...{ name: 'loses', version: '1' },
      run: () => {
        if (!isLost) lose(root);
        isLost = true;
        return 1;
      },
    });
    const told: string[] = [];
    const execution = decompose(options).execute({ task, ledger: true, maxParallel: 1 });
    await expect(
      (async () => {
        for await (const event of execution) if (event.type === 'settled') told.push(event.label);
      })(),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^ledger-/) });
    expect(told).toEqual([]);
  });
});

test('a value of a class is refused, since it would come back without it', async () => {
  class Money {
    readonly amount = 1;
  }
  const { options } = groupsProject(1);
  const task = defineTask({ name: 'classy', version: '1', run: () => new Money() as unknown });
  const report = await decompose(options).execute({ task, ledger: true });
  expect(report.leaves[0].failure).toMatchObject({ code: 'unrecordable-output', retryable: false });
  expect(report.leaves[0].failure?.message).toContain('Money');
});

test('limits are taken over, and one that a function decided is asked for again', async () => {
  const { options } = groupsProject(3);
  const state = { fails: true };
  const task = defineTask({
    ...{ name: 'limited', version: '1' },
    run: () => {
      if (state.fails) throw new Error('no');
      return 1;
    },
  });
  const limits = { gpu: 1, all: { max: 1, of: () => true } };
  await decompose(options).execute({ task, ledger: true, limits });
  state.fails = false;
  const warnings: string[] = [];
  const execution = decompose(options).execute({ task, resume: true });
  for await (const event of execution) if (event.type === 'warning') warnings.push(event.message);
  expect((await execution).status).toBe('succeeded');
  expect(warnings.some((message) => message.includes('"all"') && message.includes('give limits again'))).toBe(true);
  expect(warnings.some((message) => message.includes('"gpu"'))).toBe(true);
});
