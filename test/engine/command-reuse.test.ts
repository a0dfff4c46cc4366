import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decompose } from '../../dist/index.js';
import { groupFiles, put } from '../durable/projects.js';
import { folderOf } from '../test-folder.js';

const project = () => {
  const root = folderOf({ ...groupFiles(2), 'AGENTS.md': 'one', 'prompt.md': 'notes: {agents}' });
  return { root, options: { root, maxFiles: 5, include: ['g*/**'] } };
};

test('a value whose prompt had an AGENTS.md in it is not reused once that has changed', async () => {
  const { root, options } = project();
  const task = { exec: ['cat'], prompt: join(root, 'prompt.md') };
  const values = async () => {
    const { leaves } = await decompose(options).execute({ task, reuse: true, maxParallel: 1 });
    return leaves.map(({ origin, value }) => [origin, value]);
  };
  expect(await values()).toEqual(Array(2).fill(['ran', 'notes: one']));
  expect(await values()).toEqual(Array(2).fill(['reused', 'notes: one']));
  put(root, 'AGENTS.md', 'two');
  expect(await values()).toEqual(Array(2).fill(['ran', 'notes: two']));
});

test('a command is what its words, its prompt and its version are', async () => {
  const { options } = project();
  const origins = async (task: object) =>
    (await decompose(options).execute({ task: task as never, reuse: true })).leaves.map(({ origin }) => origin);
  const exec = ['sh', '-c', 'echo "$1"', 'sh', '{label}'];
  expect(await origins({ exec })).toEqual(['ran', 'ran']);
  expect(await origins({ exec })).toEqual(['reused', 'reused']);
  expect(await origins({ exec, version: '2' })).toEqual(['ran', 'ran']);
  expect(await origins({ exec: [...exec, 'more'] })).toEqual(['ran', 'ran']);
  expect(await origins({ exec, prompt: { text: 'other' } })).toEqual(['ran', 'ran']);
});
