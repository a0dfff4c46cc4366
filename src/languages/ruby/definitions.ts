import { folderOf, nameOf } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { endings } from './endings.js';
import { madeMark } from './scopes.js';

/** The files that define a name. */
export interface Definers {
  readonly all: readonly string[];
  /** Those that give it a value or a superclass: they surely make it, where others may only add to it. */
  readonly makers: readonly string[];
  /** Those whose path says that they are there for this name: `admin/user.rb` below a root, for `Admin::User`. */
  readonly fitting: readonly string[];
  /** Where there are none, those for a name around it: `admin/user.rb` for `Admin::User::Missing`. */
  readonly around: readonly string[];
}

/** Everything that the files of a project define. */
export class Definitions {
  readonly #files = new Map<string, string[]>();
  readonly #makers = new Map<string, string[]>();
  readonly #spaces = new Set<string>();
  /** How many files define something in a top-level name. */
  readonly #filesIn = new Map<string, number>();
  readonly #known = new Map<string, Definers>();

  constructor(project: ProjectView) {
    for (const path of project.files) {
      if (path.slice(path.lastIndexOf('.')) in endings) this.#add(path, project.declaredBy(path));
    }
  }

  /** Whether something has this name, or stands in something that has. */
  has(name: string): boolean {
    return this.#files.has(name) || this.#spaces.has(name);
  }

  /** Whether something stands in what has this name. */
  isSpace(name: string): boolean {
    return this.#spaces.has(name);
  }

  filesIn(top: string): number {
    return this.#filesIn.get(top) ?? 0;
  }

  of(name: string): Definers | undefined {
    let found = this.#known.get(name);
    const all = found ? undefined : this.#files.get(name);
    if (all) {
      const fitting = all.filter((path) => fits(path, name));
      const around = fitting.length > 0 ? [] : fittingAround(all, name);
      found = { all, makers: this.#makers.get(name) ?? [], fitting, around };
      this.#known.set(name, found);
    }
    return found;
  }

  #add(path: string, declared: readonly string[]): void {
    const tops = new Set<string>();
    for (const one of declared) {
      const made = one.startsWith(madeMark);
      const name = made ? one.slice(madeMark.length) : one;
      if (made) push(this.#makers, name, path);
      push(this.#files, name, path);
      for (let end = name.lastIndexOf('::'); end > 0; end = name.lastIndexOf('::', end - 1)) {
        const space = name.slice(0, end);
        if (this.#spaces.has(space)) break;
        this.#spaces.add(space);
      }
      tops.add(topOf(name));
    }
    for (const top of tops) this.#filesIn.set(top, this.filesIn(top) + 1);
  }
}

/** A file may define a name twice, once making it. */
const push = (index: Map<string, string[]>, name: string, path: string): void => {
  const files = index.get(name);
  if (!files) index.set(name, [path]);
  else if (files.at(-1) !== path) files.push(path);
};

/** The first part of a name. */
export const topOf = (name: string): string => {
  const end = name.indexOf('::');
  return end < 0 ? name : name.slice(0, end);
};

const fittingAround = (all: readonly string[], name: string): readonly string[] => {
  for (let end = name.lastIndexOf('::'); end > 0; end = name.lastIndexOf('::', end - 1)) {
    const space = name.slice(0, end);
    const found = all.filter((path) => fits(path, space));
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Whether a path is what convention makes of a name, below a folder that convention starts from. Compared without case
 * and underscores, so that nothing need be known of acronyms: `HTMLParser` fits `html_parser.rb`.
 */
const fits = (path: string, name: string): boolean => {
  const parts = name.split('::');
  let rest = path.slice(0, path.lastIndexOf('.'));
  for (let at = parts.length - 1; at >= 0; at--) {
    if (plain(nameOf(rest)) !== plain(parts[at])) return false;
    if (!rest.includes('/')) return at === 0;
    rest = folderOf(rest);
  }
  return startsNames(rest);
};

const plain = (name: string): string => name.replaceAll('_', '').replaceAll('-', '').toLowerCase();

const starts = new Set('lib src app test tests spec vendor_ruby site_ruby concerns public'.split(' '));
const parents = new Set('app test tests spec'.split(' '));

/** `lib`, `app/models`, `app/models/concerns`, `test/unit`. */
const startsNames = (folder: string): boolean => starts.has(nameOf(folder)) || parents.has(nameOf(folderOf(folder)));
