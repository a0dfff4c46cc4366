import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../test/temporary-folder.js';
import { built, builtUrl } from './built.js';
import type { Figure } from './figure.js';
import { generateProject } from './generated-project.js';
import { timeInRounds } from './rounds.js';

/** Lists and reads every file, synchronously, in one thread: what no decomposer can do without. */
const listAndRead = (folder: string): number => {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? listAndRead(path) : readFileSync(path).length;
  }
  return bytes;
};

interface Timed {
  /** decompose ÷ list and read, the median of the rounds. */
  readonly ratio: number;
  /** Milliseconds of decompose, the median of the rounds. */
  readonly ms: number;
}

/** Rounds of both, one after the other, so that a busy machine slows both. The built code is measured, not the source. */
const time = async (root: string, rounds: number): Promise<Timed> => {
  const { decompose } = await built();
  listAndRead(root); // Warms the cache of the system.
  const times = await timeInRounds(rounds, { read: () => listAndRead(root), whole: () => decompose({ root }) });
  return { ratio: times.ratio('whole', 'read'), ms: times.whole };
};

/** The most memory a process needs that decomposes the project and does nothing else, in megabytes. */
const memory = (root: string): number => {
  const script = `import { decompose } from ${JSON.stringify(builtUrl.href)};
    await decompose({ root: process.argv[1] });
    process.stdout.write(String(process.resourceUsage().maxRSS));`;
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, root], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`measuring memory failed: ${stderr}`);
  return Number(stdout) / 1_000;
};

export interface ProjectSizes {
  readonly small: number;
  readonly large: number;
  readonly rounds: number;
  /** The ratio to reach is one for 100,000 files: on small projects starting a thread and warming up outweigh the rest. */
  readonly isFull: boolean;
}

/** Generated projects of two sizes: what decomposing costs beside reading, and whether it grows with the size. */
export const projectFigures = async ({ small, large, rounds, isFull }: ProjectSizes): Promise<Figure[]> => {
  const folder = makeFolder();
  try {
    const [smaller, larger] = [join(folder, 'small'), join(folder, 'large')];
    generateProject(smaller, small);
    generateProject(larger, large);
    await time(smaller, 1); // Warms the code up.
    const few = await time(smaller, rounds);
    const many = await time(larger, rounds);
    const size = large.toLocaleString('en');
    return [
      {
        name: `decompose of ${size} files ÷ listing and reading them`,
        value: many.ratio,
        unit: '×',
        ...(isFull ? { goal: { ideal: 1, reach: 4 } } : {}),
      },
      {
        name: `cost per file at ${size} ÷ at ${small.toLocaleString('en')}`,
        value: many.ms / large / (few.ms / small),
        unit: '×',
        goal: { ideal: 1, reach: 1.3 },
      },
      { name: `memory at ${size} files`, value: memory(larger), unit: 'MB', goal: { ideal: 250, reach: 500 } },
      { name: `time of decompose of ${size} files`, value: many.ms, unit: 'ms' },
    ];
  } finally {
    removeFolder(folder);
  }
};
