import { join } from 'node:path';
import { makeFolder, removeFolder } from '../test/temporary-folder.js';
import type { Figure } from './figure.js';
import { generateMixed } from './mixed-project.js';
import { timeInRounds } from './rounds.js';

/** The scan alone is no part of the library, so the built modules themselves are called. */
const builtScan = async () => {
  const from = <T>(path: string): Promise<T> => import(new URL(`../dist/${path}`, import.meta.url).href);
  const { scan } = await from<typeof import('../src/scan/scan.js')>('scan/scan.js');
  const { tokenCounter } = await from<typeof import('../src/scan/tokens.js')>('scan/tokens.js');
  const { languages } = await from<typeof import('../src/languages/languages.js')>('languages/languages.js');
  const { decompose } = await from<typeof import('../src/index.js')>('index.js');
  const countTokens = await tokenCounter('estimate');
  const none = { include: [], exclude: [], keep: [] };
  return { decompose, scan: (root: string) => scan({ ...none, root, maxFileBytes: 1e6, countTokens, languages }) };
};

const files = 10_000;

/** A project in all languages that are read beside one in TypeScript of as many files and bytes. */
export const languageFigures = async (rounds: number): Promise<Figure[]> => {
  const folder = makeFolder();
  try {
    const [mixed, plain] = [join(folder, 'mixed'), join(folder, 'plain')];
    generateMixed(mixed, plain, files);
    const { scan, decompose } = await builtScan();
    const pieces = {
      plain: () => scan(plain),
      mixed: () => scan(mixed),
      wholePlain: () => decompose({ root: plain }),
      wholeMixed: () => decompose({ root: mixed }),
    };
    await timeInRounds(2, pieces); // Warms the code and the system's cache up.
    const times = await timeInRounds(rounds, pieces);
    const size = files.toLocaleString('en');
    return [
      {
        name: `scan of ${size} files in ten languages ÷ in TypeScript`,
        value: times.ratio('mixed', 'plain'),
        unit: '×',
        goal: { ideal: 1, reach: 1.2 },
      },
      {
        name: `decompose of ${size} files in ten languages ÷ in TypeScript`,
        value: times.ratio('wholeMixed', 'wholePlain'),
        unit: '×',
      },
    ];
  } finally {
    removeFolder(folder);
  }
};
