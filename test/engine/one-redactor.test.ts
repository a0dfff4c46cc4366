import { beforeEach, expect, test, vi } from 'vitest';
import { defineScore, experiment } from '../../src/experiment.js';
import { decompose, defineTask, memoryLedger } from '../../src/index.js';
import { makeRedactor } from '../../src/util/redact.js';
import { folderOf } from '../test-folder.js';

vi.mock('../../src/util/redact.js', async (original) => {
  const real = await original<{ makeRedactor: typeof makeRedactor }>();
  return { ...real, makeRedactor: vi.fn(real.makeRedactor) };
});

beforeEach(() => {
  vi.mocked(makeRedactor).mockClear();
});

const madeSince = (): number => {
  const { length } = vi.mocked(makeRedactor).mock.calls;
  vi.mocked(makeRedactor).mockClear();
  return length;
};

test('a run has one redactor, recorded or not, and when it goes on', async () => {
  const root = folderOf({ 'a.js': '', 'b.js': '' });
  const task = defineTask({ name: 'nothing', version: '1', run: () => 1 });
  await decompose({ root }).execute({ task });
  expect(madeSince()).toBe(1);
  const ledger = memoryLedger();
  const { runId } = await decompose({ root }).execute({ task, ledger });
  expect(madeSince()).toBe(1);
  await decompose({ root }).execute({ task, ledger, resume: runId });
  expect(madeSince()).toBe(1);
});

test('an experiment has one redactor, for its trials and for its run', async () => {
  const task = defineTask({ name: 'nothing', version: '1', run: () => 1 });
  const score = defineScore({ name: 'one', version: '1', score: () => 1 });
  const ledger = memoryLedger();
  const common = { cases: [{ id: 'a', input: 1 }], arms: [{ name: 'one' }, { name: 'two' }], task, score, ledger };
  const { runId } = await experiment(common);
  expect(madeSince()).toBe(1);
  await experiment({ ...common, resume: runId });
  expect(madeSince()).toBe(1);
});
