import type { Specifier } from '../domain/specifier.js';

/**
 * A language whose imports are read. Adding one is a folder here and a line in `languages.ts`.
 *
 * Reading and resolving are apart because they happen apart: `read` sees one file and must be fast (it runs once per
 * file, possibly on another thread); `resolver` sees the whole project.
 */
export interface Language {
  /** File endings, with the dot, in lower case, and the name each goes by in inventories: `'.tsx': 'typescript'`. */
  readonly endings: Readonly<Record<string, string>>;
  /**
   * Set where an import names a package of many files rather than the files themselves (Go): one import is then spread
   * over them. Elsewhere each file that an import resolves to is imported in full.
   */
  readonly importsPackages?: true;
  /**
   * Finds what a file mentions, in order of appearance, each (text, kind) once, and calls `declare` with each name that
   * it gives to others where the language finds files by names (`ProjectView.declaredBy`). Never throws, whatever the
   * text.
   */
  read(text: string, path: string, declare?: Declare): Specifier[];
  /** Looks at the project once (its files and configuration), and returns the function that resolves specifiers. */
  resolver(project: ProjectView): Resolver;
}

/** A language before it is loaded: what is known of its files. */
export interface KnownLanguage extends Pick<Language, 'endings'> {
  load(): Promise<Language>;
}

/** Takes a name that a file declares. The same one may be given again. */
export type Declare = (name: string) => void;

/** Turns what `from` wrote into files of the project. Never throws. */
export type Resolver = (from: string, specifier: Specifier) => Resolution;

/**
 * The files meant (several where one statement names several modules, or a package of many files);
 * `external`: outside the project; `missing`: it should be inside, but there is no such file.
 */
export type Resolution = readonly string[] | 'external' | 'missing';

/** What a resolver may know of the project. All paths are relative to the root, with `/`; the root is ''. */
export interface ProjectView {
  /** Every file of the inventory, sorted. */
  readonly files: readonly string[];
  has(path: string): boolean;
  /** What reading a file found that it declares; nothing for files that were not read, such as those left out. */
  declaredBy(path: string): readonly string[];
  /** What reading a file found that it mentions, for languages where one mention decides what another means. */
  specifiersOf(path: string): readonly Specifier[];
  /** The text of a configuration file (also one outside the inventory); undefined where it cannot be read. */
  readText(path: string): string | undefined;
}
