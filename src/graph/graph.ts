import type { FileGraph, ImportCounts } from '../domain/file-graph.js';
import { tieKinds } from '../domain/file-graph.js';
import type { LeftOut, LeftOutReason, ListedFile, ProjectFile, ScannedFile } from '../domain/inventory.js';
import { isCode } from '../domain/language-names.js';
import { projectFiles } from '../inventory/project-files.js';
import type { Language, ProjectView, Resolver } from '../languages/language.js';
import { compareText } from '../util/compare.js';
import { weakTies } from './ties.js';

export interface GraphInput {
  /** Sorted by path. */
  readonly files: readonly ScannedFile[];
  readonly leftOut: readonly LeftOut[];
  readonly languages: readonly Language[];
  /** The text of a file of the project, for configuration; undefined where it cannot be read. */
  readText(path: string): string | undefined;
}

/** The file graph of scanned files: their specifiers resolved to files, and the weak ties. */
export const graphOfScan = ({ files, leftOut, languages, readText }: GraphInput): FileGraph => {
  const indexOf = indexByPath(files);
  const project = projectView({ files, leftOut, readText, indexOf });
  const resolverFor = resolvers(languages, project);
  const builder = new GraphBuilder(projectFiles(files));
  let [resolved, external, aside, missing] = [0, 0, 0, 0];
  files.forEach(({ path, language, specifiers }, from) => {
    const resolver = specifiers.length > 0 ? resolverFor(language) : undefined;
    if (!resolver) return;
    for (const specifier of specifiers) {
      const found = resolver.resolve(path, specifier);
      if (typeof found === 'string') {
        if (specifier.kind === 'name') continue;
        if (found === 'external') external++;
        else missing++;
      } else if (found.every((to) => indexOf.get(to) === standsInNoLeaf)) aside++;
      else {
        resolved++;
        const weight = resolver.spread ? 1 / found.length : 1;
        for (const path of found) {
          const to = indexOf.get(path) as number;
          if (to !== standsInNoLeaf) builder.addImport(from, to, weight);
        }
      }
    }
  });
  const packaged = new Set(
    languages.filter(({ importsPackages }) => importsPackages).flatMap(({ endings }) => Object.values(endings)),
  );
  const counts = { resolved, external, leftOut: aside, missing };
  return builder.build(counts, unreadLanguages(files, languages), (file) => packaged.has(files[file].language));
};

/** In the order of their names. */
const unreadLanguages = (files: readonly ListedFile[], languages: readonly Language[]): string[] => {
  const read = new Set(languages.flatMap(({ endings }) => Object.values(endings)));
  const found = new Set(files.map(({ language }) => language));
  return [...found].filter((language) => isCode(language) && !read.has(language)).sort(compareText);
};

/** The file graph of files whose imports are given as paths. Paths of no given file are external. */
export const graphOfFiles = (files: readonly ProjectFile[], imports: readonly (readonly string[])[]): FileGraph => {
  const indexOf = indexByPath(files);
  const builder = new GraphBuilder(files);
  let [resolved, external] = [0, 0];
  imports.forEach((paths, from) => {
    for (const path of paths) {
      const to = indexOf.get(path);
      if (to === undefined) external++;
      else {
        resolved++;
        builder.addImport(from, to, 1);
      }
    }
  });
  return builder.build({ resolved, external, leftOut: 0, missing: 0 }, []);
};

const indexByPath = (files: readonly ListedFile[]): Map<string, number> => {
  const index = new Map<string, number>();
  for (let i = 0; i < files.length; i++) index.set(files[i].path, i);
  return index;
};

const standsInNoLeaf = -1;

interface Viewed extends Pick<GraphInput, 'files' | 'leftOut' | 'readText'> {
  /** Gets an entry for each file that is left out. */
  readonly indexOf: Map<string, number>;
}

/**
 * What resolvers see: the files of the leaves, and those that were left out for what they hold, since the language's own
 * tools would find them. Not vendored ones: an import of those is an import of a package.
 */
const projectView = ({ files, leftOut, readText, indexOf }: Viewed): ProjectView => {
  const paths = files.map(({ path }) => path);
  for (const { path, reason } of leftOut) {
    if (!leftOutForContent.has(reason)) continue;
    paths.push(path);
    indexOf.set(path, standsInNoLeaf);
  }
  if (paths.length > files.length) paths.sort(compareText);
  const ofFile = <T>(path: string, part: (file: ScannedFile) => readonly T[]): readonly T[] => {
    const file = files[indexOf.get(path) ?? standsInNoLeaf];
    return file ? part(file) : [];
  };
  return {
    files: paths,
    has: (path) => indexOf.has(path),
    declaredBy: (path) => ofFile(path, ({ declares }) => declares),
    specifiersOf: (path) => ofFile(path, ({ specifiers }) => specifiers),
    readText,
  };
};

const leftOutForContent: ReadonlySet<LeftOutReason> = new Set(['generated', 'minified', 'oversized', 'binary']);

/** One resolver per language, made when the first file of the language asks for it. */
const resolvers = (languages: readonly Language[], project: ProjectView) => {
  const byName = new Map<string, Language>();
  for (const language of languages) for (const name of Object.values(language.endings)) byName.set(name, language);
  const made = new Map<Language, { readonly resolve: Resolver; readonly spread: boolean }>();
  return (name: string) => {
    const language = byName.get(name);
    if (!language) return undefined;
    const resolver = made.get(language) ?? {
      resolve: language.resolver(project),
      spread: language.importsPackages === true,
    };
    made.set(language, resolver);
    return resolver;
  };
};

class GraphBuilder {
  readonly #files: readonly ProjectFile[];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #weight: number[] = [];
  readonly #kind: number[] = [];
  /** What the current file imports: each other file once, however often it is written. */
  readonly #imported = new Map<number, number>();
  #current = -1;

  constructor(files: readonly ProjectFile[]) {
    this.#files = files;
  }

  /** Imports come file by file. */
  addImport(from: number, to: number, weight: number): void {
    if (from !== this.#current) this.#finishFile();
    this.#current = from;
    if (from !== to) this.#imported.set(to, Math.max(this.#imported.get(to) ?? 0, weight));
  }

  build(imports: ImportCounts, unread: readonly string[], isOfPackage?: (file: number) => boolean): FileGraph {
    this.#finishFile();
    for (const { from, to, weight, kind } of weakTies(
      this.#files.map(({ path }) => path),
      isOfPackage,
    )) {
      this.#add(from, to, weight, tieKinds.indexOf(kind));
    }
    return {
      files: this.#files,
      from: Uint32Array.from(this.#from),
      to: Uint32Array.from(this.#to),
      weight: Float64Array.from(this.#weight),
      kind: Uint8Array.from(this.#kind),
      imports,
      unread,
    };
  }

  /** In order of the files imported, so that the order in which imports are written does not matter. */
  #finishFile(): void {
    if (this.#imported.size === 0) return;
    for (const to of [...this.#imported.keys()].sort((a, b) => a - b)) {
      this.#add(this.#current, to, this.#imported.get(to) as number, 0);
    }
    this.#imported.clear();
  }

  #add(from: number, to: number, weight: number, kind: number): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#weight.push(weight);
    this.#kind.push(kind);
  }
}
