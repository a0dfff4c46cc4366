import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeFolder } from '../test/temporary-folder.js';
import { builtUrl } from './built.js';
import { type Figure, median } from './figure.js';

const meter = fileURLToPath(new URL('./tasks/cpu-time.cjs', import.meta.url));
const main = fileURLToPath(new URL('./cli/main.js', builtUrl));

/**
 * What starting costs, as a ratio to `node -e 0`: processor time, each once a round, so that other programs weigh little
 * and on all of them alike. The median of the rounds.
 */
export const startupFigures = async (rounds: number): Promise<Figure[]> => {
  const cwd = makeFolder(project());
  try {
    const times = commands.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      commands.forEach(({ words }, i) => {
        times[i].push(cpuTime(words, cwd));
      });
    }
    return commands.slice(1).map(({ name, reach }, i): Figure => {
      const ratios = times[i + 1].map((time, round) => time / times[0][round]);
      return { name: `${name} ÷ node -e 0`, value: median(ratios), unit: '×', goal: { ideal: 1, reach } };
    });
  } finally {
    removeFolder(cwd);
  }
};

interface Started {
  readonly name: string;
  readonly words: readonly string[];
  readonly reach: number;
}

/** The first is what the others are compared with. */
const commands: readonly Started[] = [
  { name: 'node', words: ['-e', '0'], reach: 1 },
  { name: 'subplan --version', words: [main, '--version'], reach: 4 },
  { name: 'subplan runs', words: [main, 'runs'], reach: 5 },
  { name: 'subplan plan of 60 files', words: [main, 'plan', '--fresh'], reach: 7 },
  {
    name: "import('subplan')",
    words: ['--input-type=module', '-e', `await import(${JSON.stringify(builtUrl.href)})`],
    reach: 5,
  },
];

const cpuTime = (words: readonly string[], cwd: string): number => {
  const { status, output } = spawnSync(process.execPath, ['--require', meter, ...words], {
    ...{ cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
  });
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
  return Number(output[3]);
};

const project = (): Record<string, string> => {
  const files: Record<string, string> = {};
  for (let file = 0; file < 60; file++) {
    const before = file % 10 === 0 ? '' : `import { f${file - 1} } from './file${file - 1}.js';\n`;
    const text = `${before}export const f${file} = () => ${file};\n`;
    files[`src/part${Math.floor(file / 10)}/file${file}.ts`] = text.padEnd(1_000, '// a line of text\n');
  }
  return files;
};
