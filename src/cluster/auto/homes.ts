import type { ProjectFile } from '../../domain/inventory.js';
import { isWholeSuite, plainWord, singular, telling } from '../../inventory/places.js';
import { isTestFolder } from '../../inventory/tests.js';
import { folderOf, joinPath, nameOf, upwards } from '../../util/paths.js';
import { remember } from '../../util/remember.js';
import type { Ground } from '../ground.js';

/** The folder of the tests that belong to a folder: no real one, so that they can be divided from what they test. */
const testsOf = '~';

/** A folder of tests with this many times the files of its namesake holds data, not the tests of it. */
const fixtures = 8;

/**
 * The folder a file belongs to. For tests and their data that is the source folder which stands as theirs does
 * (`test/core/router` and `src/core/router`), or which alone has that name; for all others the one they stand in.
 */
export const homeFinder = (ground: Ground): ((file: ProjectFile) => string) => {
  const { files } = ground;
  const sources = countBelow(files.filter(({ role }) => role === 'source'));
  const all = countBelow(files);
  const byPlace = group([...sources.keys()], (folder) => telling(folder).join('/'));
  const byName = group([...sources.keys()], (folder) => singular(plainWord(nameOf(folder))));
  const packageOf = new Map(files.map((file) => [folderOf(file.path), file.package]));
  const isTesty = (folder: string) => folder.split('/').some(isTestFolder);
  const isFair = (folder: string, source: string) =>
    (all.get(folder) ?? 0) < fixtures * (sources.get(source) as number) && !isTesty(source);

  /** The one of some source folders in the same package; else the only one. */
  const only = (folder: string, found: readonly string[] = []): string | undefined => {
    const fair = found.filter((source) => source !== '' && isFair(folder, source));
    const own = fair.filter((source) => packageOf.get(source) === packageOf.get(folder));
    const some = own.length > 0 ? own : fair;
    const shallowest = Math.min(...some.map((source) => source.split('/').length));
    const top = some.filter((source) => source.split('/').length === shallowest);
    return top.length === 1 ? top[0] : undefined;
  };

  const homeOf: (folder: string) => string = remember((folder) => {
    if (folder === '' || !isTesty(folder) || isWholeSuite(folder)) return folder;
    const place = telling(folder);
    const mirrored = place.length > 0 ? only(folder, byPlace.get(place.join('/'))) : undefined;
    if (mirrored !== undefined) return joinPath(mirrored, testsOf);
    const parent = folderOf(folder);
    if (!isTesty(parent)) return folder;
    const above = homeOf(parent);
    if (above !== parent) return joinPath(above, nameOf(folder));
    const isFirst = telling(parent).join('/') === telling(aboveTests(folder)).join('/');
    const named =
      isTestFolder(nameOf(folder)) || !isFirst
        ? undefined
        : only(folder, byName.get(singular(plainWord(nameOf(folder)))));
    return named === undefined ? folder : joinPath(named, testsOf);
  });
  const follows = ({ role }: ProjectFile) => ground.tests !== 'apart' && (role === 'test' || role === 'data');
  return (file) => (follows(file) ? homeOf(folderOf(file.path)) : folderOf(file.path));
};

/** How many files stand in each folder and below it. */
const countBelow = (files: readonly ProjectFile[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    for (const folder of upwards(folderOf(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
};

const group = (folders: readonly string[], keyOf: (folder: string) => string): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const folder of folders) {
    const key = keyOf(folder);
    const list = groups.get(key);
    if (list) list.push(folder);
    else groups.set(key, [folder]);
  }
  return groups;
};

/** The folder that holds the topmost folder of tests. */
const aboveTests = (folder: string): string => {
  const all = folder.split('/');
  return all.slice(0, all.findIndex(isTestFolder)).join('/');
};
