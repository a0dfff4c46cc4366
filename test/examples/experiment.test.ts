import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ExperimentReport } from '../../dist/experiment.js';
import { builtCli } from '../cli/world.js';
import { folderOf } from '../test-folder.js';
import { type Block, blocksOf, withoutChance } from './page.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const where = 'docs/examples/experiment';
const blocks = blocksOf(readFileSync(join(repository, 'docs/experiments.md'), 'utf8'));

const blockWith = (words: string): Block => {
  const found = blocks.find(({ text }) => text.includes(words));
  if (!found) throw new Error(`no block of the page has ${words}`);
  return found;
};

/** The block behind one: what it prints. */
const outputOf = (block: Block): string => blocks[blocks.indexOf(block) + 1].text;

/** The words of the commands in a block, without comments. */
const commandsIn = ({ text }: Block): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/^(?:npx )?subplan /, '')
      .replace(/ +#.*$/, '')
      .split(' '),
  );

const run = (cwd: string, words: readonly string[]) => builtCli(words, { cwd });

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.includes('.subplan/'))
    .sort();

/** A folder with the example where it stands in the repository, gone after the test. */
const withExample = (): string => {
  const root = folderOf({});
  mkdirSync(join(root, dirname(where)), { recursive: true });
  const isOurs = (path: string) => !path.endsWith('.subplan');
  cpSync(join(repository, where), join(root, where), { recursive: true, filter: isOurs });
  return root;
};

const reportIn = (root: string): ExperimentReport => JSON.parse(readFileSync(join(root, 'r.json'), 'utf8'));

describe('the worked example', () => {
  test('comes to what the page shows, writes nothing but its record, and is added to while its agent is the same', async () => {
    const root = withExample();
    const before = filesBelow(root);
    const first = blockWith('npx subplan experiment run');
    const [words] = commandsIn(first);
    const { code, out } = await run(root, words);
    expect(withoutChance(out)).toEqual(withoutChance(outputOf(first)));
    expect(code).toBe(1);
    expect(filesBelow(root)).toEqual(before);

    const more = await run(root, [...words, '--resume', '--replications', '6', '-o', 'r.json']);
    const shown = withoutChance(blockWith('6 replications, arms in turn').text).filter((line) => line !== '…');
    expect(withoutChance(more.out)).toEqual(expect.arrayContaining(shown));
    const { started, trials } = reportIn(root);
    // 58 were taken over, and the two that had failed ran again.
    expect([trials.length, started.length]).toEqual([72, 14]);

    const looking = commandsIn(blockWith('experiment watch --root'));
    expect(looking.map(([, verb]) => verb)).toEqual(['watch', 'report']);
    for (const words of looking) {
      const looked = await run(root, words);
      expect(looked.code).toBe(0);
      expect(withoutChance(looked.out)).toEqual(expect.arrayContaining(shown));
    }

    // Once its agent is another it is not gone on with.
    writeFileSync(join(root, where, 'skill.md'), 'Take care.\n');
    const refused = await run(root, [...words, '--resume', '--replications', '6']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/unchanged: expected .*, as recorded/)]);
  });

  test('is what the page quotes of its file', () => {
    const file = readFileSync(join(repository, where, 'experiment.yaml'), 'utf8').split('\n');
    const quoted = blockWith('name: skill').text.split('\n');
    expect(file).toEqual(expect.arrayContaining(quoted.filter((line) => line !== '…')));
  });
});

describe('files of the page', () => {
  const named = blocks.filter(({ file }) => file !== undefined);

  /** All files of the page in a folder in which `subplan` is installed. */
  const withAll = (): string => {
    const root = folderOf(Object.fromEntries(named.map(({ file, text }) => [file, `${text}\n`])));
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(repository, join(root, 'node_modules/subplan'), 'dir');
    return root;
  };

  test('are those that are tried here', () => {
    expect(named.map(({ file }) => file).sort()).toEqual([
      ...['answer.mjs', 'capitals.csv', 'capitals.yaml', 'compare.mjs', 'lines.yaml', 'words.yaml', 'wrong.yaml'],
    ]);
  });

  test.each([
    ['capitals.yaml', { brief: 2, polite: 2 }],
    ['lines.yaml', { three: 1, nine: 2 }],
    ['words.yaml', { quiet: 0, loud: 1 }],
  ])('%s runs, and passes as often as it should: %j', async (file, passed) => {
    const root = withAll();
    const { code, err } = await run(root, ['experiment', 'run', file, '-o', 'r.json']);
    expect([code, err]).toEqual([0, expect.stringMatching(/trials/)]);
    const arms = reportIn(root).aggregates.arms.filter(({ dimension }) => dimension === 'passed');
    expect(Object.fromEntries(arms.map((one) => [one.arm, one.passed?.count]))).toEqual(passed);
  });

  test('wrong.yaml is refused with what the page shows', async () => {
    const root = withAll();
    const { code, err } = await run(root, ['experiment', 'run', 'wrong.yaml']);
    expect(code).toBe(2);
    expect(err.replaceAll(root, '/home/me').trim()).toBe(outputOf(blockWith('# wrong.yaml')));
  });

  test('compare.mjs prints what the page shows', () => {
    const printed = execFileSync(process.execPath, ['compare.mjs'], { cwd: withAll(), encoding: 'utf8' });
    expect(printed.trim()).toBe(outputOf(blockWith('// compare.mjs')));
  });
});
