import { decompose } from '../../src/engine/decompose.js';
import type { DecomposeOptions, GivenFile } from '../../src/options/decompose-options.js';

/** A plan that is split down to parts of few files, however small they are, unless options say otherwise. */
export const planOf = (files: readonly GivenFile[], options: DecomposeOptions = {}) =>
  decompose({ files, minFiles: 5, ...options });

/** Groups of files that import each other in a ring, each group in a folder, with one import from each to the next. */
export const ringsOf = (
  groups: number,
  size: number,
  nameOf = (group: number, file: number) => `g${group}/f${file}.ts`,
): GivenFile[] =>
  Array.from({ length: groups }, (_, group) =>
    Array.from({ length: size }, (_, file) => ({
      path: nameOf(group, file),
      tokens: 100,
      imports: [
        nameOf(group, (file + 1) % size),
        nameOf(group, (file + 2) % size),
        ...(file === 0 && group > 0 ? [nameOf(group - 1, 0)] : []),
      ],
    })),
  ).flat();
