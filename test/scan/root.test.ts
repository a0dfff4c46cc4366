import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SubplanFailure } from '../../src/domain/failure.js';
import { folderOf } from '../test-folder.js';
import { scanIt } from './project.js';

const failureOf = async (root: string): Promise<SubplanFailure> => {
  const error = await scanIt(root).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SubplanFailure)) throw new Error('expected a failure', { cause: error });
  expect(error.nextStep).not.toBe('');
  return error;
};

it('a root that does not exist is not found', async () => {
  const folder = folderOf({ file: '' });
  symlinkSync('loop', join(folder, 'loop'));
  symlinkSync('gone', join(folder, 'broken'));
  for (const name of ['nowhere', 'file/below', 'loop', 'broken', 'x'.repeat(5_000)]) {
    expect((await failureOf(join(folder, name))).code).toBe('root-not-found');
  }
});

it('a root with a NUL or an escape in its name is not found, and neither reaches the terminal', async () => {
  const failure = await failureOf('/tmp/a\0\u001b[31m');
  expect(failure.code).toBe('root-not-found');
  expect(failure.message).not.toMatch(/[\0\u001b]/);
});

it('a file as root is not a folder', async () => {
  const folder = folderOf({ file: '' });
  expect((await failureOf(join(folder, 'file'))).code).toBe('root-not-a-folder');
});
