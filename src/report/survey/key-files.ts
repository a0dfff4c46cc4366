import { compareText } from '../../util/compare.js';
import { isTestPath } from '../../util/test-path.js';
import type { Atlas } from './atlas.js';

/** A file worth knowing, with what makes it so. */
export interface KeyFile {
  readonly path: string;
  readonly importers: number;
  readonly note: string | undefined;
  /** Most important first. */
  readonly names: readonly string[];
}

/**
 * The files that say something, the most imported first; among those that nothing imports, those with names first.
 * Tests come last, since they tell how a part behaves and not what it is.
 */
export const keyFiles = (atlas: Atlas, paths: readonly string[]): KeyFile[] =>
  paths
    .map((path) => ({
      path,
      importers: atlas.importersOf(path),
      note: atlas.noteOn(path),
      names: atlas.namesIn(path).map(({ name }) => name),
      isTest: isTestPath(path),
    }))
    .filter(({ importers, note, names }) => importers > 0 || note !== undefined || names.length > 0)
    .sort(
      (a, b) =>
        Number(a.isTest) - Number(b.isTest) ||
        b.importers - a.importers ||
        b.names.length - a.names.length ||
        Number(b.note !== undefined) - Number(a.note !== undefined) ||
        compareText(a.path, b.path),
    );
