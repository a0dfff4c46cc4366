import type { GivenFile } from '../../src/index.js';

/** Packages whose files import others of the package, and now and then the first file of the next package. */
export const packages = (count: number, filesEach: number, tokens = 100): GivenFile[] =>
  Array.from({ length: count * filesEach }, (_, i) => {
    const [pack, file] = [Math.floor(i / filesEach), i % filesEach];
    const path = (p: number, f: number) => `packages/package-${p}/src/file-${String(f).padStart(2, '0')}.ts`;
    const imports = [path(pack, (file + 1) % filesEach), path(pack, (file * 7 + 3) % filesEach)];
    if (file % 10 === 0) imports.push(path((pack + 1) % count, 0));
    return { path: path(pack, file), tokens, imports };
  });

/** Product / package / module / feature: most imports stay in the feature, fewer cross each level above. */
export const layers = (widths: readonly number[], filesEach: number): GivenFile[] => {
  const names = ['product', 'package', 'module', 'feature'];
  const folders = widths.reduce<number[][]>(
    (list, width) => list.flatMap((at) => Array.from({ length: width }, (_, i) => [...at, i])),
    [[]],
  );
  const pathOf = (at: readonly number[], file: number) =>
    `${at.map((number, level) => `${names[level]}-${number}`).join('/')}/file-${file}.ts`;
  const near = (at: readonly number[], level: number): number[] =>
    at.map((number, l) => (l < level ? number : l === level ? (number + 1) % widths[l] : 0));
  return folders.flatMap((at) =>
    Array.from({ length: filesEach }, (_, file) => {
      const imports = Array.from({ length: filesEach }, (_, other) => other)
        .filter((other) => other !== file)
        .map((other) => pathOf(at, other));
      if (file < 2) imports.push(pathOf(near(at, widths.length - 1), file));
      if (file === 2) imports.push(pathOf(near(at, widths.length - 2), 0));
      if (file === 3 && at.at(-1) === 0) imports.push(pathOf(near(at, 1), 0));
      return { path: pathOf(at, file), tokens: 100, imports };
    }),
  );
};

export const inOneFolder = (count: number, tokens: number, tied: boolean): GivenFile[] => {
  const path = (i: number) => `lib/file-${String(i).padStart(2, '0')}.ts`;
  return Array.from({ length: count }, (_, i) => ({
    path: path(i),
    tokens,
    imports: tied ? Array.from({ length: count }, (_, other) => path(other)).filter((_, other) => other !== i) : [],
  }));
};

export const groups = (count: number, filesEach: number): GivenFile[] =>
  Array.from({ length: count * filesEach }, (_, i) => {
    const [group, file] = [Math.floor(i / filesEach), i % filesEach];
    // Names are spread so that the paths do not give the groups away.
    const path = (f: number) => `src/f${f}-${(group * 7) % count}.ts`;
    return {
      path: path(file),
      tokens: 100,
      imports: Array.from({ length: filesEach }, (_, f) => path(f)).filter((_, f) => f !== file),
    };
  });

export const threeLevels = (): GivenFile[] =>
  Array.from({ length: 40 }, (_, i) => {
    const path = (n: number) => `app/area-${n % 3}/topic-${n % 2}/file-${n}.ts`;
    return { path: path(i), tokens: 200, imports: i >= 6 ? [path(i - 6), path(i % 6)] : [] };
  });
