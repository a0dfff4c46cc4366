import { folderOf, nameOf } from '../../util/paths.js';
import type { ProjectView } from '../language.js';

/** The files of each package of the project, by folder. */
export interface Packages {
  /** Folders that hold Go files, in path order. */
  readonly folders: readonly string[];
  has(folder: string): boolean;
  /** The files that someone who imports the package gets; undefined where there are none. */
  files(folder: string): readonly string[] | undefined;
}

export const packagesOf = (project: ProjectView): Packages => {
  const byFolder = new Map<string, string[]>();
  for (const path of project.files) {
    if (!path.endsWith('.go')) continue;
    const folder = folderOf(path);
    const files = byFolder.get(folder);
    if (files) files.push(path);
    else byFolder.set(folder, [path]);
  }
  const isProgram = (path: string): boolean => project.declaredBy(path).includes('main');

  const importable = new Map<string, readonly string[] | undefined>();
  const find = (folder: string): readonly string[] | undefined => {
    const files = byFolder.get(folder)?.filter((path) => !path.endsWith('_test.go') && !/^[_.]/.test(nameOf(path)));
    if (!files || files.length < 2) return files?.length ? files : undefined;
    // Generators are kept beside the package they write, as programs of their own that only `go run` builds. Nothing
    // but their package clause tells: going by names alone left one specifier in twenty of Go's own library wrong.
    const library = files.filter((path) => !isProgram(path));
    // A folder that is a program as a whole can still be imported by its own tests.
    return library.length > 0 ? library : files;
  };
  return {
    folders: [...byFolder.keys()],
    has: (folder) => byFolder.has(folder),
    files(folder) {
      if (!importable.has(folder)) importable.set(folder, find(folder));
      return importable.get(folder);
    },
  };
};
