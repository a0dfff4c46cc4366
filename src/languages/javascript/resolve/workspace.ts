import { folderOf, isWithin, resolvePath } from '../../../util/paths.js';
import type { ProjectView, Resolution } from '../../language.js';
import { isBuilt, sourceOf } from './built.js';
import { matchPattern, targetsOf } from './conditions.js';
import { type Asking, exportedFile, mainFile, packageFile } from './entry.js';
import { type Asker, Files } from './files.js';
import { isObject, texts } from './json.js';
import { type Package, Packages } from './packages.js';
import { isRelative, packageName } from './specifiers.js';
import { type Config, Configs, configDir } from './tsconfig.js';

/** Who asks, and from which folder. */
export interface Place {
  readonly folder: string;
  readonly asker: Asker;
}

const foldersOf = (project: ProjectView): Set<string> => {
  const folders = new Set<string>(['']);
  let last = '';
  for (const file of project.files) {
    let folder = folderOf(file);
    if (folder === last) continue;
    last = folder;
    while (!folders.has(folder)) {
      folders.add(folder);
      folder = folderOf(folder);
    }
  }
  return folders;
};

/** The ways in which a specifier may lead to a file; `resolve.ts` says which are tried when. */
export class Workspace {
  readonly #files: Files;
  readonly #packages: Packages;
  readonly #configs: Configs;

  constructor(project: ProjectView) {
    this.#files = new Files(project, foldersOf(project));
    this.#packages = new Packages(project);
    this.#configs = new Configs(project, this.#packages);
  }

  /** `./x`, `../x`. */
  relative(specifier: string, place: Place): Resolution {
    const path = resolvePath(place.folder, specifier);
    if (path === undefined) return 'external';
    const found =
      (/(?:^|\/)\.{0,2}$/.test(specifier) ? this.#folder(path, place.asker) : undefined) ??
      this.#module(path, place.asker) ??
      this.#inOtherRoot(path, place) ??
      this.#built(path, place.asker);
    return found === undefined ? 'missing' : [found];
  }

  /** By `paths` and `baseUrl` of the configuration. */
  mapped(specifier: string, { folder, asker }: Place): string | undefined {
    const configs = this.#configs.for(folder);
    for (let index = 0; index < configs.length; index++) {
      const found = this.#byPaths(configs[index]!, specifier, asker);
      if (found) return found;
      const { baseUrl } = configs[index]!;
      // A `baseUrl` further up would claim names of packages that were never meant for it.
      const based = index === 0 && baseUrl !== undefined ? resolvePath(baseUrl, specifier) : undefined;
      const module = based === undefined ? undefined : this.#module(based, asker);
      if (module) return module;
    }
    return undefined;
  }

  /** By the `imports` of the package around: `#internal/x`. */
  internal(specifier: string, { folder, asker }: Place): Resolution {
    const around = this.#packages.nearest(folder);
    const table = around?.json.imports;
    const targets = isObject(table) ? targetsOf(table, { name: specifier, asker }) : undefined;
    if (!around || !targets) return this.#lost(specifier, folder);
    let isInside = false;
    for (const target of targets) {
      const inside = isRelative(target);
      isInside ||= inside;
      const found = inside
        ? packageFile(around, target, this.#asking(asker))
        : this.#exported(target, { folder, asker });
      if (found) return [found];
    }
    return isInside ? 'missing' : 'external';
  }

  /** By the name of a package of the project. */
  named(specifier: string, place: Place): Resolution {
    const found = this.#exported(specifier, place);
    if (found) return [found];
    const { name } = packageName(specifier);
    return this.#packages.named(name, place.folder) ? 'missing' : this.#lost(specifier, place.folder);
  }

  /** By convention: `~/x` and `@/x` mean the sources of the package around, whatever its bundler is told. */
  guessed(path: string, { folder, asker }: Place): string | undefined {
    for (let around = this.#packages.nearest(folder); around; around = this.#above(around)) {
      for (const base of ['src', 'app', '.', 'resources/js']) {
        const candidate = resolvePath(around.folder, `${base}/${path}`);
        const found = candidate === undefined ? undefined : this.#module(candidate, asker);
        if (found) return found;
      }
    }
    return undefined;
  }

  #above({ folder }: Package): Package | undefined {
    return folder === '' ? undefined : this.#packages.nearest(folderOf(folder));
  }

  #asking(asker: Asker): Asking {
    return { files: this.#files, asker };
  }

  #exported(specifier: string, { folder, asker }: Place): string | undefined {
    const { name, subpath } = packageName(specifier);
    const found = this.#packages.named(name, folder);
    return found && exportedFile(found, subpath, this.#asking(asker));
  }

  /** A name that a configuration claims for the project is missing, unless it is a package to install after all. */
  #lost(specifier: string, folder: string): 'missing' | 'external' {
    const claimed = this.#configs.for(folder).some((config) => {
      const match = config.paths && matchPattern(config.paths, specifier);
      return match && match.star !== specifier && texts(match.value).some((target) => !target.includes('node_modules'));
    });
    if (!claimed) return 'external';
    return this.#packages.isDependency(packageName(specifier).name, folder) ? 'external' : 'missing';
  }

  #byPaths({ paths, pathsBase }: Config, specifier: string, asker: Asker): string | undefined {
    const match = paths && matchPattern(paths, specifier);
    if (!match) return undefined;
    for (const target of texts(match.value)) {
      const path = resolvePath(
        pathsBase,
        target.replace(configDir, '.').replace('*', () => match.star ?? ''),
      );
      const found = path === undefined ? undefined : (this.#module(path, asker) ?? this.#built(path, asker));
      if (found) return found;
    }
    return undefined;
  }

  #module(path: string, asker: Asker): string | undefined {
    return this.#files.file(path, asker) ?? this.#folder(path, asker);
  }

  #folder(path: string, asker: Asker): string | undefined {
    if (!this.#files.isFolder(path)) return undefined;
    const found = this.#packages.at(path);
    return (found && mainFile(found, this.#asking(asker))) ?? this.#files.index(path, asker);
  }

  /** `rootDirs`: several folders that will be one. */
  #inOtherRoot(path: string, { folder, asker }: Place): string | undefined {
    const rootDirs = this.#configs.for(folder)[0]?.rootDirs ?? [];
    const root = rootDirs.find((each) => isWithin(each, path));
    if (root === undefined) return undefined;
    const rest = root === '' ? path : path.slice(root.length + 1);
    for (const other of rootDirs) {
      const candidate = resolvePath(other, rest);
      const found = candidate === undefined ? undefined : this.#module(candidate, asker);
      if (found) return found;
    }
    return undefined;
  }

  /** A file that only a build makes, `../lib/index.js`: its source. */
  #built(path: string, asker: Asker): string | undefined {
    const around = this.#packages.nearest(folderOf(path));
    if (!around) return undefined;
    const target = around.folder === '' ? path : path.slice(around.folder.length + 1);
    return isBuilt(target) ? sourceOf(target, { folder: around.folder, files: this.#files, asker }) : undefined;
  }
}
