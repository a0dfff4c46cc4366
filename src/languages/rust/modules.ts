import { folderOf, joinPath, nameOf, resolvePath } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { fileOfModule, isModFile, parseMention } from './module-files.js';
import type { Package, Packages } from './packages.js';
import { type FileScopes, type Scope, scopesOf } from './scopes.js';

/** What is compiled as one, with one root. */
export interface Crate {
  readonly package: Package | undefined;
  readonly root: Module;
  /** Where the macros are that the whole crate has. */
  readonly macros: Map<string, string>;
}

/** A module: a file, or part of one. */
export interface Module {
  readonly crate: Crate;
  /** Undefined at the root of a crate. */
  readonly parent: Module | undefined;
  readonly file: string;
  /** The module that is the file; itself where it is one. */
  readonly home: Module;
  readonly scope: Scope;
  /** Files that are included as if their text stood here, with what they declare. */
  readonly included: { readonly file: string; readonly scope: Scope }[];
  /** Several of one name where conditions choose between files. */
  readonly children: Map<string, Module[]>;
  /** Whether modules that it mentions have their files beside its own. */
  readonly ownsFolder: boolean;
}

/** The modules of a project. */
export interface Modules {
  /** The module that a file is. Where several crates have it, that of the library. */
  of(file: string): Module | undefined;
  /** The root of the crate that begins with a file. */
  root(file: string): Module | undefined;
  /** Roots of crates that no `Cargo.toml` speaks of, by the name of their folder. */
  readonly guessed: ReadonlyMap<string, readonly string[]>;
}

/** Follows every `mod` from the roots of all crates, then finds a place for the files that none has led to. */
export const modulesOf = (project: ProjectView, packages: Packages, rustFiles: readonly string[]): Modules => {
  const homes = new Map<string, Module>();
  const roots = new Map<string, Module>();
  const builder = new ModuleBuilder(project, homes);
  const addRoot = (file: string, owner: Package | undefined): void => {
    roots.set(file, builder.crate(file, owner));
  };
  for (const one of packages.all) for (const root of one.roots) if (!roots.has(root)) addRoot(root, one);
  for (const one of packages.all) for (const root of one.likelyRoots) if (!homes.has(root)) addRoot(root, one);

  const guessed = new Map<string, string[]>();
  for (const file of rustFiles) {
    if (homes.has(file) || !(nameOf(file) === 'lib.rs' || nameOf(file) === 'main.rs')) continue;
    addRoot(file, packages.owner(file));
    if (nameOf(file) === 'main.rs') continue;
    const folder = folderOf(file);
    const name = nameOf(nameOf(folder) === 'src' ? folderOf(folder) : folder).replaceAll('-', '_');
    guessed.set(name, [...(guessed.get(name) ?? []), file]);
  }

  const settle = (file: string): Module => {
    const known = homes.get(file);
    if (known) return known;
    const above = parentByPlace(file, project);
    if (above === undefined) addRoot(file, packages.owner(file));
    else builder.adopt(file, settle(above));
    return homes.get(file)!;
  };
  for (const file of rustFiles) settle(file);
  return { of: (file) => homes.get(file), root: (file) => roots.get(file), guessed };
};

/** The file that would have to mention this one, going by where it lies: `mod`s that macros write are not seen. */
const parentByPlace = (file: string, project: ProjectView): string | undefined => {
  const folder = isModFile(file) ? folderOf(folderOf(file)) : folderOf(file);
  if (isModFile(file) && folderOf(file) === '') return undefined;
  const candidates = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => joinPath(folder, name));
  return [...candidates, `${folder}.rs`].find((path) => path !== file && project.has(path));
};

class ModuleBuilder {
  readonly #project: ProjectView;
  readonly #homes: Map<string, Module>;
  readonly #scopes = new Map<string, FileScopes>();
  readonly #has = (path: string): boolean => this.#project.has(path);

  constructor(project: ProjectView, homes: Map<string, Module>) {
    this.#project = project;
    this.#homes = homes;
  }

  crate(file: string, owner: Package | undefined): Module {
    const crate = { package: owner, macros: new Map<string, string>() } as { -readonly [K in keyof Crate]: Crate[K] };
    const nests = this.#file(file, { crate, parent: undefined, ownsFolder: true });
    crate.root = nests.get('')!;
    this.#follow(crate.root, nests);
    return crate.root;
  }

  adopt(file: string, parent: Module): void {
    const nests = this.#file(file, { crate: parent.crate, parent, ownsFolder: isModFile(file) });
    const name = isModFile(file) ? nameOf(folderOf(file)) : nameOf(file).slice(0, -'.rs'.length);
    const home = nests.get('')!;
    if (!parent.children.has(name)) parent.children.set(name, [home]);
    this.#follow(home, nests);
  }

  /** Makes the modules below a file. One that is reached twice within a crate is one module. */
  #follow(first: Module, firstNests: ReadonlyMap<string, Module>): void {
    const made = new Map([[first.file, first]]);
    const waiting = [{ home: first, nests: firstNests }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { home, nests } = next;
      for (const path of this.#scopesOf(home.file).included) this.#include(home, path);
      for (const { text, kind } of this.#project.specifiersOf(home.file)) {
        if (kind !== 'module') continue;
        const mention = parseMention(text);
        const file = fileOfModule(mention, { ...home, has: this.#has });
        const parent = nests.get(mention.nest) ?? home;
        if (file === undefined) continue;
        let child = made.get(file);
        if (!child) {
          // What an attribute leads to is a `mod.rs` by another name.
          const ownsFolder = isModFile(file) || (mention.path !== undefined && file.endsWith(nameOf(mention.path)));
          const inner = this.#file(file, { crate: home.crate, parent, ownsFolder });
          child = inner.get('')!;
          made.set(file, child);
          waiting.push({ home: child, nests: inner });
        }
        const others = parent.children.get(mention.name);
        if (!others) parent.children.set(mention.name, [child]);
        else if (!others.includes(child)) others.push(child);
      }
    }
  }

  #include(home: Module, text: string): void {
    const file = resolvePath(folderOf(home.file), text);
    if (file === undefined || file === home.file || !this.#has(file)) return;
    home.included.push({ file, scope: this.#scopesOf(file).byNest.get('')! });
    if (!this.#homes.has(file)) this.#homes.set(file, home);
  }

  /** The module that is a file, and those that are inline in it. */
  #file(file: string, given: Pick<Module, 'crate' | 'parent' | 'ownsFolder'>): Map<string, Module> {
    const { byNest, macros } = this.#scopesOf(file);
    for (const macro of macros) given.crate.macros.set(macro, file);
    const made = new Map<string, Module>();
    for (const [nest, scope] of byNest) {
      const end = nest.lastIndexOf('::');
      const parent = nest === '' ? given.parent : made.get(end < 0 ? '' : nest.slice(0, end));
      const module = { ...given, parent, file, scope, included: [], children: new Map() } as unknown as {
        -readonly [K in keyof Module]: Module[K];
      };
      module.home = made.get('') ?? module;
      made.set(nest, module);
      if (nest !== '') parent?.children.set(nest.slice(end < 0 ? 0 : end + 2), [module]);
    }
    if (!this.#homes.has(file)) this.#homes.set(file, made.get('')!);
    return made;
  }

  #scopesOf(file: string): FileScopes {
    const known = this.#scopes.get(file) ?? scopesOf(this.#project, file);
    this.#scopes.set(file, known);
    return known;
  }
}
