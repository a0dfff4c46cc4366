import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Figure, Soak } from './soak.js';

/** Set SUBPLAN_ROUNDS for more or fewer. */
const times = process.env.SUBPLAN_ROUNDS ?? '50';

/** The files of tests that say how many rounds they have. */
const files = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && /\/rounds\.js'/.test(readFileSync(file, 'utf8')));

const broken = (file: string): boolean => {
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', '--testTimeout=0', file], {
    encoding: 'utf8',
    env: { ...process.env, SUBPLAN_ROUNDS: times },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.stderr.write(stdout);
  return status !== 0;
};

const soak: Soak = {
  name: 'properties',
  covers: 'the properties that the tests try with few random cases, each with fifty times as many',
  async run(): Promise<readonly Figure[]> {
    const all = files();
    const found = all.filter(broken);
    return [
      {
        what: 'properties: files of tests with one that does not hold',
        corpus: `${all.length} files, ${times} times as many cases as the tests try`,
        value: [found.length, ...found].join('; '),
        reach: { text: '0', held: found.length === 0 },
      },
    ];
  },
};

export default soak;
