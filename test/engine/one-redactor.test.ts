import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { defineScore, experiment } from '../../src/experiment.js';
import { decompose, defineTask, memoryLedger } from '../../src/index.js';
import { folderOf } from '../test-folder.js';

// A redactor is a function that is given its stream: so each that is made can be seen from outside.
const assign = vi.spyOn(Object, 'assign');
const isRedactor = ([target, fields]: readonly unknown[]): boolean =>
  typeof target === 'function' && typeof fields === 'object' && fields !== null && 'stream' in fields;

beforeEach(() => {
  assign.mockClear();
});
afterAll(() => {
  assign.mockRestore();
});

const madeSince = (): number => {
  const { length } = assign.mock.calls.filter(isRedactor);
  assign.mockClear();
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
