import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { calibrateRows } from '../../src/options/calibrate-options.js';
import { decomposeRows } from '../../src/options/decompose-options.js';
import { executeRows } from '../../src/options/execute-options.js';
import { designRows } from '../../src/options/experiment-options.js';
import type { Rows } from '../../src/options/row.js';

/** The layers an option passes through before a phase carries it out. */
const layers = ['options', 'cli', 'engine'];
const most = 6;

/** Common words, which stand for other things too, and objects that are looked into part by part. */
const words: readonly string[] = [
  ...['arms', 'budget', 'cases', 'depth', 'env', 'exec', 'exitCodes', 'files', 'goal', 'include', 'isolation', 'keep'],
  ...[
    'leaves',
    'ledger',
    'limits',
    'name',
    'order',
    'output',
    'pattern',
    'previous',
    'prompt',
    'repair',
    'resume',
    'rollUp',
    'root',
  ],
  ...['sampling', 'schema', 'score', 'seed', 'select', 'shell', 'signal', 'stdin', 'task', 'threads', 'tokens', 'usd'],
  ...['version', 'accept'],
];

/** What stands on more lines, and why. None may come to stand on more than these. */
const more: Readonly<Record<string, number>> = {
  // A verb in messages too.
  exclude: 8,
  // Whoever ends processes waits for it: runs, judges, scores, those left over.
  graceMs: 7,
  // Whether it was given decides how far parts are split.
  minFiles: 9,
  // Told of an earlier plan too, which may have been made by another.
  strategy: 11,
  // The figure that calibrating looks for.
  ...{ maxParallel: 57, upTo: 15 },
  // Written in another form than it is recorded in, and read back.
  ...{ rateLimit: 9, spends: 10 },
  // The name of a refusal too.
  reuse: 16,
  // Paths that are read from a file, checked, resolved, looked at and recorded.
  unchanged: 20,
};

const src = new URL('../../src/', import.meta.url);

/** Lines of code, without comments, imports and the examples of `--help`. */
const lines = layers.flatMap((layer) => {
  const names = readdirSync(new URL(`${layer}/`, src), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && name !== 'help.ts')
    .flatMap((name) =>
      readFileSync(new URL(`${layer}/${name}`, src), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .split('\n'),
    )
    .map((line) => line.replace(/(?:^|\s)\/\/.*/, ''))
    .filter((line) => !/^(?:import|export) .* from |^\} from /.test(line));
});

const namesIn = (rows: Rows): string[] =>
  Object.entries(rows).flatMap(([name, { parts = {} }]) => [name, ...namesIn(parts)]);

const tables: readonly Rows[] = [decomposeRows, executeRows, calibrateRows, designRows];
const names = [...new Set(tables.flatMap(namesIn))].filter((name) => !words.includes(name)).sort();

describe('an option is a row and its use', () => {
  test.each(names)('%s', (name) => {
    const count = lines.filter((line) => new RegExp(`\\b${name}\\b`).test(line)).length;
    expect(count).toBeLessThanOrEqual(more[name] ?? most);
  });

  test('what is excepted needs to be', () => {
    expect(Object.entries(more).filter(([name, count]) => count <= most || !names.includes(name))).toEqual([]);
  });
});
