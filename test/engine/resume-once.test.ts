import fs, { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decompose, memoryLedger } from '../../dist/index.js';
import { folderOf } from '../test-folder.js';

/** How often a file is read from now on, until the test is over. */
const countReads = (path: string): (() => number) => {
  const read = readFileSync;
  let count = 0;
  const counting = (...words: Parameters<typeof read>) => {
    if (words[0] === path) count++;
    return read(...words);
  };
  const put = (one: typeof read) => {
    fs.readFileSync = one;
    syncBuiltinESMExports();
  };
  put(counting as typeof read);
  onTestFinished(() => put(read));
  return () => count;
};

const options = { files: ['a', 'b'].map((path) => ({ path, tokens: 10 })), maxFiles: 1, minFiles: 1 };

test('to go on with a run the files of its task are read once', async () => {
  const root = folderOf({ 'task.mjs': 'export default () => 1;\n' });
  const task = join(root, 'task.mjs');
  const ledger = memoryLedger();
  const first = decompose(options).execute({ task, root, ledger });
  first.stop();
  expect((await first).status).toBe('stopped');
  const reads = countReads(task);
  expect((await decompose(options).execute({ root, ledger, resume: true })).status).toBe('succeeded');
  expect(reads()).toBe(1);
});

test('what is wrong with the options to go on with is thrown at once, by plans and by those in the making', async () => {
  const wrong = { resume: true, retries: -1 } as const;
  expect(() => decompose(options).execute(wrong)).toThrow('retries');
  const plan = await decompose(options);
  expect(() => plan.execute(wrong)).toThrow('retries');
  expect(() => plan.execute({ task: () => 1, retries: -1 })).toThrow('retries');
});

test('a prompt is read once for a run, also where its plan is still to be made', async () => {
  const root = folderOf({ 'prompt.md': 'do it' });
  const prompt = join(root, 'prompt.md');
  const reads = countReads(prompt);
  const task = { exec: ['true'], prompt };
  await decompose(options).execute({ task, root });
  expect(reads()).toBe(1);
  writeFileSync(prompt, 'again');
  const plan = await decompose(options);
  await plan.execute({ task, root });
  expect(reads()).toBe(2);
});
