import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import { type Figure, median } from './figure.js';
import { generateProject } from './generated-project.js';

const built = new URL('../dist/index.js', import.meta.url);

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
  const { decompose } = (await import(built.href)) as typeof import('../src/index.js');
  listAndRead(root); // Warms the cache of the system.
  const results: Timed[] = [];
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ iterations: 1, time: 0, warmup: false });
    bench
      .add('list and read', () => void listAndRead(root))
      .add('decompose', async () => void (await decompose({ root })));
    const [read, whole] = (await bench.run()).map(({ result }) => {
      if (result.state !== 'completed') throw new Error(`the benchmark ended as ${result.state}`);
      return result.latency.mean;
    });
    results.push({ ratio: whole / read, ms: whole });
  }
  return { ratio: median(results.map(({ ratio }) => ratio)), ms: median(results.map(({ ms }) => ms)) };
};

/** The most memory a process needs that decomposes the project and does nothing else, in megabytes. */
const memory = (root: string): number => {
  const script = `import { decompose } from ${JSON.stringify(built.href)};
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
  const folder = mkdtempSync(join(tmpdir(), 'subplan-bench-'));
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
    rmSync(folder, { recursive: true });
  }
};

export const isBuilt = (): boolean => {
  try {
    readFileSync(fileURLToPath(built));
    return true;
  } catch {
    return false;
  }
};
