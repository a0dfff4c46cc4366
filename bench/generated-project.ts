import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededRandom } from '../src/util/random.js';

const filesPerFolder = 10;
const foldersPerPackage = 10;

/**
 * Writes a monorepo of TypeScript files that import each other: mostly within their folder, some across the package,
 * some across packages by name. Sizes vary from a few hundred bytes to some kilobytes, as they do in real projects.
 */
export const generateProject = (root: string, files: number, seed = 1): void => {
  const random = seededRandom(seed);
  const below = (count: number) => random() % count;
  const packages = Math.max(1, Math.ceil(files / (filesPerFolder * foldersPerPackage)));
  for (let p = 0; p < packages; p++) {
    const folder = join(root, 'packages', `package-${p}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify({ name: `@made/package-${p}`, main: 'src/index.ts' }, null, 2)}\n`,
    );
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'src', 'index.ts'), "export * from './part-0/file-0.js';\n");
  }
  for (let i = 0; i < files; i++) {
    const at = placeOf(i);
    const lines: string[] = [];
    for (let count = 1 + below(4); count > 0; count--) lines.push(importLine({ i, files, packages, below }));
    const path = join(root, at.path);
    if (at.file === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n\n${body(i, 3 + below(25))}`);
  }
};

const placeOf = (i: number) => {
  const file = i % filesPerFolder;
  const part = Math.floor(i / filesPerFolder) % foldersPerPackage;
  const pack = Math.floor(i / (filesPerFolder * foldersPerPackage));
  return { file, part, pack, path: `packages/package-${pack}/src/part-${part}/file-${file}.ts` };
};

interface ImportChoice {
  readonly i: number;
  readonly files: number;
  readonly packages: number;
  below(count: number): number;
}

const importLine = ({ i, files, packages, below }: ImportChoice): string => {
  const { part, pack } = placeOf(i);
  const dice = below(10);
  if (dice < 6) return `import { value${below(9)} } from './file-${below(filesPerFolder)}.js';`;
  if (dice < 9) {
    const last = Math.min(
      foldersPerPackage,
      Math.ceil((files - pack * filesPerFolder * foldersPerPackage) / filesPerFolder),
    );
    return `import type { Shape${below(9)} } from '../part-${(part + 1 + below(3)) % last}/file-${below(filesPerFolder)}.js';`;
  }
  return `import { value${below(9)} as other } from '@made/package-${(pack + 1 + below(5)) % packages}';`;
};

const body = (i: number, functions: number): string => {
  let text = '';
  for (let f = 0; f < functions; f++) {
    text += `/** Works out part ${f} of file ${i}. */\nexport function value${f}(input: number): string {\n`;
    text += `  const total = input * ${f + 1} + ${i};\n  return \`part ${f}: \${total.toFixed(2)}\`;\n}\n\n`;
  }
  return text;
};
