import { folderOf, nameOf, resolvePath, upwards } from '../../../util/paths.js';
import type { ProjectView } from '../../language.js';
import { isObject, isText, type JsonObject, parseJson, texts } from './json.js';
import type { Packages } from './packages.js';
import { packageName } from './specifiers.js';

/** What a tsconfig.json or jsconfig.json says of where modules are, with what it extends. */
export interface Config {
  /** Folder against which names are tried; undefined where none was set. */
  readonly baseUrl: string | undefined;
  readonly paths: JsonObject | undefined;
  /** Folder to which the targets of `paths` are relative. */
  readonly pathsBase: string;
  readonly rootDirs: readonly string[];
  readonly references: readonly string[];
}

const empty: Config = { baseUrl: undefined, paths: undefined, pathsBase: '', rootDirs: [], references: [] };
/** TypeScript's name for the folder of the configuration. */
export const configDir = /^\$\{configDir\}/;

/** Reads the configuration files of a project, each once. */
export class Configs {
  readonly #project: ProjectView;
  readonly #packages: Packages;
  readonly #here: ReadonlySet<string>;
  readonly #read = new Map<string, Config | undefined>();
  readonly #chains = new Map<string, readonly Config[]>();

  constructor(project: ProjectView, packages: Packages) {
    this.#project = project;
    this.#packages = packages;
    this.#here = new Set(project.files.filter((file) => /^(?:ts|js)config\b.*\.json$/.test(nameOf(file))));
  }

  /**
   * The configurations that may speak for a folder, the nearest first. TypeScript itself would ask only the nearest;
   * those it refers to and those above are guesses, which count only where they lead to a file.
   */
  for(folder: string): readonly Config[] {
    const known = this.#chains.get(folder);
    if (known) return known;
    const above = folder === '' ? [] : this.for(folderOf(folder));
    const own = ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json']
      .map((name) => (folder === '' ? name : `${folder}/${name}`))
      .find((path) => this.#here.has(path));
    const found = own === undefined ? [] : this.#withReferences(own);
    const chain = found.length === 0 ? above : [...found, ...above];
    this.#chains.set(folder, chain);
    return chain;
  }

  #withReferences(path: string): Config[] {
    const config = this.#config(path);
    if (!config) return [];
    if (config.paths) return [config];
    const referred = config.references.flatMap((reference) => {
      const target = resolvePath(folderOf(path), reference);
      if (target === undefined) return [];
      const file = target.endsWith('.json') ? target : `${target}/tsconfig.json`;
      // A reference to another folder is another project, and speaks for its own files only.
      return folderOf(file) === folderOf(path) ? (this.#config(file) ?? []) : [];
    });
    return [config, ...referred];
  }

  #config(path: string): Config | undefined {
    if (this.#read.has(path)) return this.#read.get(path);
    // Until it is read it says nothing, so that configurations which extend each other come to an end.
    this.#read.set(path, undefined);
    const json = parseJson(this.#project.readText(path));
    const config = json && this.#build(json, path);
    this.#read.set(path, config);
    return config;
  }

  #build(json: JsonObject, path: string): Config {
    const folder = folderOf(path);
    const options = isObject(json.compilerOptions) ? json.compilerOptions : {};
    const parents = isText(json.extends) ? [json.extends] : texts(json.extends);
    const inherited = parents.reduce<Config>((merged, parent) => {
      const read = this.#extended(parent, folder);
      return read ? merge(merged, read) : merged;
    }, empty);
    const place = (value: unknown) => (isText(value) ? resolvePath(folder, value.replace(configDir, '.')) : undefined);
    const baseUrl = place(options.baseUrl) ?? inherited.baseUrl;
    const own = isObject(options.paths) ? options.paths : undefined;
    return {
      baseUrl,
      paths: own ?? inherited.paths,
      pathsBase: baseUrl ?? (own ? folder : inherited.pathsBase),
      rootDirs: options.rootDirs ? texts(options.rootDirs).flatMap((each) => place(each) ?? []) : inherited.rootDirs,
      references: (Array.isArray(json.references) ? json.references : [])
        .map((each: unknown) => (isObject(each) ? each.path : undefined))
        .filter(isText),
    };
  }

  #extended(parent: string, folder: string): Config | undefined {
    for (const path of this.#extendedPlaces(parent, folder)) {
      const config = this.#config(path);
      if (config) return config;
    }
    return undefined;
  }

  #extendedPlaces(parent: string, folder: string): string[] {
    const endings = (path: string) =>
      path.endsWith('.json') ? [path] : [`${path}.json`, path, `${path}/tsconfig.json`];
    if (parent.startsWith('.')) {
      const path = resolvePath(folder, parent);
      return path === undefined ? [] : endings(path);
    }
    const { name, subpath } = packageName(parent);
    const workspace = this.#packages.named(name, folder);
    const file = subpath === '' ? 'tsconfig.json' : subpath;
    const inWorkspace = workspace && resolvePath(workspace.folder, file);
    const installed = upwards(folder).flatMap((each) => resolvePath(each, `node_modules/${parent}`) ?? []);
    return [...(inWorkspace ? endings(inWorkspace) : []), ...installed.flatMap(endings)];
  }
}

/** A later parent overrules an earlier one, field by field. */
const merge = (earlier: Config, later: Config): Config => ({
  baseUrl: later.baseUrl ?? earlier.baseUrl,
  paths: later.paths ?? earlier.paths,
  pathsBase: later.paths ? later.pathsBase : earlier.pathsBase,
  rootDirs: later.rootDirs.length > 0 ? later.rootDirs : earlier.rootDirs,
  // References are not inherited.
  references: [],
});
