import type { FileGraph } from '../../domain/file-graph.js';
import type { ProjectFile } from '../../domain/inventory.js';
import { nameOf } from '../../util/paths.js';

type Files = FileGraph['files'];

/** Which file of an earlier plan each file is: by path, and for those that appeared by what vanished at the same time. */
export const followFiles = (earlier: Files, files: Files): Int32Array => {
  const before = new Int32Array(files.length).fill(-1);
  const vanished: number[] = [];
  let at = 0;
  for (let old = 0; old < earlier.length; old++) {
    const { path } = earlier[old];
    while (at < files.length && files[at].path < path) at++;
    if (at < files.length && files[at].path === path) before[at] = old;
    else vanished.push(old);
  }
  followRenames({ earlier, files, before, vanished });
  return before;
};

interface Renaming {
  readonly earlier: Files;
  readonly files: Files;
  /** Gets an entry for each file that was renamed. */
  readonly before: Int32Array;
  readonly vanished: readonly number[];
}

/**
 * What a renamed file keeps, most telling first. Only what points at one file on either side counts: to put a file where
 * it did not stand costs more than to place it anew.
 */
const marks: readonly ((file: ProjectFile) => string | undefined)[] = [
  ({ path, bytes }) => (bytes > 0 ? `${nameOf(path)}\0${bytes}` : undefined),
  ({ bytes, tokens, language }) => (bytes > 0 ? `${bytes}\0${tokens}\0${language}` : undefined),
  ({ path }) => nameOf(path),
];

const followRenames = ({ earlier, files, before, vanished }: Renaming): void => {
  if (vanished.length === 0) return;
  let left = vanished;
  for (const mark of marks) {
    const appeared = Array.from(before.keys()).filter((file) => before[file] < 0);
    const old = onlyOnes(left, (file) => mark(earlier[file]));
    const found = new Set<number>();
    for (const [key, file] of onlyOnes(appeared, (at) => mark(files[at]))) {
      const match = old.get(key);
      if (match === undefined) continue;
      before[file] = match;
      found.add(match);
    }
    left = left.filter((file) => !found.has(file));
  }
};

/** By key: the file that alone has it. */
const onlyOnes = (files: readonly number[], keyOf: (file: number) => string | undefined): Map<string, number> => {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const file of files) {
    const key = keyOf(file);
    if (key === undefined) continue;
    if (found.has(key)) several.add(key);
    found.set(key, file);
  }
  for (const key of several) found.delete(key);
  return found;
};
