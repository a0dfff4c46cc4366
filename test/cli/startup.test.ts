import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { groups } from './world.js';

// Time depends on the machine and on what else runs. What is loaded does not, and it is what starting takes time for.
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const preload = new URL('./loaded-modules.mjs', import.meta.url).href;

interface Loaded {
  /** Modules of ours, as paths in dist/. */
  readonly own: readonly string[];
  readonly packages: ReadonlySet<string>;
}

const loadedBy = (words: readonly string[], cwd: string): Loaded => {
  const file = join(folderOf({}), 'loaded.json');
  execFileSync(process.execPath, ['--import', preload, ...words], {
    ...{ cwd, stdio: ['ignore', 'ignore', 'pipe'] },
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOADED_MODULES: file },
  });
  const paths = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((url) => fileURLToPath(url));
  const own = paths.filter((path) => path.startsWith(dist)).map((path) => path.slice(dist.length));
  const packages = paths.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]);
  return {
    own,
    packages: new Set(packages.filter((name) => name !== undefined)),
  };
};

const command = (...argv: string[]): readonly string[] => [join(dist, 'cli/main.js'), ...argv];
const importing = (entry: string): readonly string[] => {
  const url = new URL(`../../dist/${entry}.js`, import.meta.url).href;
  return ['--input-type=module', '-e', `await import(${JSON.stringify(url)})`];
};

const readers = ['javascript/read', 'python/read', 'c/read'].map((reader) => `languages/${reader}`);
const engine = ['scan/scan', 'cluster/', 'graph/', 'run/run', 'schedule/', 'rollup/', ...readers];

interface Bound {
  readonly most: number;
  /** How the paths of modules begin that are not needed. */
  readonly none: readonly string[];
  readonly noPackages: readonly string[];
}

it.each<[string, readonly string[], Bound]>([
  ...([['--version'], ['--help']] as const).map(([flag]): [string, readonly string[], Bound] => [
    `subplan ${flag}`,
    command(flag),
    {
      most: 35,
      none: [...engine, 'options/', 'ledger/', 'plan/', 'experiment/', 'languages/'],
      noPackages: ['zod', 'yaml', 'libsql', 'piscina', 'graphology', 'picomatch'],
    },
  ]),
  [
    'subplan plan',
    command('plan', '--fresh'),
    {
      most: 300,
      none: ['run/run', 'schedule/', 'rollup/', 'experiment/', 'tasks/', ...readers.slice(1)],
      noPackages: ['yaml', 'libsql', 'piscina', 'gpt-tokenizer'],
    },
  ],
  [
    'subplan runs',
    command('runs'),
    {
      most: 160,
      none: ['scan/scan', 'cluster/', 'run/run', 'schedule/', 'rollup/', 'tasks/', ...readers],
      noPackages: ['yaml', 'libsql', 'piscina', 'graphology', 'picomatch'],
    },
  ],
  [
    'subplan run',
    command('run', '--no-ledger', '--quiet', '--task', 'task.mjs'),
    { most: 470, none: ['experiment/', ...readers.slice(1)], noPackages: ['yaml', 'libsql'] },
  ],
  [
    "import('subplan')",
    importing('index'),
    { most: 112, none: engine, noPackages: ['commander', 'yaml', 'libsql', 'piscina', 'picomatch'] },
  ],
  [
    "import('subplan/experiment')",
    importing('experiment'),
    { most: 125, none: engine, noPackages: ['commander', 'yaml', 'libsql', 'piscina', 'picomatch'] },
  ],
])('%s loads what it needs and little more', (_, words, { most, none, noPackages }) => {
  const cwd = folderOf({ ...groups(2), 'task.mjs': 'export default () => 1;' });
  const { own, packages } = loadedBy(words, cwd);
  expect(own.filter((path) => none.some((start) => path.startsWith(start)))).toEqual([]);
  expect(noPackages.filter((name) => packages.has(name))).toEqual([]);
  expect(own.length).toBeGreaterThan(10);
  expect(own.length).toBeLessThanOrEqual(most);
});
