import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { folderOf, sharedFolderOf } from '../test-folder.js';
import { cli, groups, type Ran } from './world.js';

/**
 * A configuration that holds the task, so that it runs in this process: leaf `g1` fails until `mended.txt` is there,
 * and each leaf that runs leaves its label in `ran.txt`.
 */
const configText = (settings: string, version = '1'): string => `
const { appendFileSync, existsSync } = require('node:fs');
const { join } = require('node:path');
module.exports = {
  exclude: ['subplan.config.*', '*.txt', '*.json', '*.md'],
  ${settings},
  task: {
    name: 'note',
    version: '${version}',
    run: (leaf, { root, spend }) => {
      appendFileSync(join(root, 'ran.txt'), leaf.label + '\\n');
      spend({ usd: 0.25 });
      if (leaf.label === 'g1' && !existsSync(join(root, 'mended.txt'))) throw new Error('no luck');
      return [leaf.label];
    },
  },
};`;

const files = () => ({ ...groups(3), 'ran.txt': '', 'subplan.config.cjs': configText('maxFiles: 6') });

/** A project of three leaves, g0 to g2. */
export const noted = (more: Readonly<Record<string, string>> = {}): string => folderOf({ ...files(), ...more });

/** Replaces the configuration; under another name, since a module is loaded but once. */
export const reconfigure = (root: string, settings: string, version?: string): void => {
  rmSync(join(root, 'subplan.config.cjs'));
  writeFileSync(join(root, 'subplan.config.js'), configText(settings, version));
};

export const mend = (root: string): void => writeFileSync(join(root, 'mended.txt'), '');

/** Labels of the leaves that ran since this was last asked, sorted. */
export const ran = (root: string): string[] => {
  const labels = readFileSync(join(root, 'ran.txt'), 'utf8').split('\n').filter(Boolean).sort();
  writeFileSync(join(root, 'ran.txt'), '');
  return labels;
};

export const ledgerBytes = (root: string): Buffer => readFileSync(join(root, '.subplan/ledger.db'));

/** Ids of the recorded runs, newest first. */
export const runIds = async (root: string): Promise<string[]> =>
  JSON.parse((await cli(['runs', '--json'], { cwd: root })).out).map(({ id }: { id: string }) => id);

export interface Recorded {
  readonly cwd: string;
  readonly id: string;
  readonly first: Ran;
}

const recordFailure = async (cwd: string, flags: readonly string[]): Promise<Recorded> => {
  const first = await cli(['run', ...flags], { cwd });
  ran(cwd);
  return { cwd, first, id: (await runIds(cwd))[0] };
};

/** Such a project with a run of it in which g1 failed. */
export const failedRun = (...flags: string[]): Promise<Recorded> => recordFailure(noted(), flags);

/** The folder of such a project for all tests of a `describe`, which leave the record as it is. */
export const sharedFailedRun = (): string => {
  const cwd = sharedFolderOf(files());
  beforeAll(async () => {
    await recordFailure(cwd, []);
  });
  return cwd;
};
