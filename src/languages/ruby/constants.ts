import type { ProjectView } from '../language.js';
import { nearestOf } from '../nearest.js';
import { type Definers, Definitions, topOf } from './definitions.js';
import { madeMark } from './scopes.js';
import { coreNames } from './standard.js';
import { serves } from './visibility.js';

/** A name that more files than this define, none of them made for it, is everybody's. */
const mostDefiners = 3;
/** A top-level name that so many files define something in is the project's, whatever its files are called. */
const manyFiles = 8;

/** Finds the files that constants mean. */
export class Constants {
  readonly #project: ProjectView;
  readonly #definitions: Definitions;
  readonly #owned = new Map<string, boolean>();
  #file = '';
  #around: readonly string[] = [];

  constructor(project: ProjectView) {
    this.#project = project;
    this.#definitions = new Definitions(project);
  }

  /** The file meant by a constant as written (`X`, `A::X`, `::X`) in a file; undefined where that is not certain. */
  find(written: string, from: string): string | undefined {
    const name = this.#fullName(written, from);
    return name === undefined ? undefined : this.#fileOf(name, from);
  }

  /** What the first part means is found as Ruby does: in the modules around it, from the inside, then at the top. */
  #fullName(written: string, from: string): string | undefined {
    if (written.startsWith('::')) return this.#atTop(written.slice(2));
    const first = topOf(written);
    for (const space of this.#spacesOf(from)) {
      if (this.#definitions.has(`${space}::${first}`)) return `${space}::${written}`;
    }
    return this.#atTop(written);
  }

  #atTop(name: string): string | undefined {
    return coreNames.has(name) || !this.#definitions.has(topOf(name)) ? undefined : name;
  }

  /** The modules of a file, the innermost first. Files come one after the other. */
  #spacesOf(from: string): readonly string[] {
    if (from !== this.#file) {
      this.#file = from;
      this.#around = this.#project
        .declaredBy(from)
        .map((name) => (name.startsWith(madeMark) ? name.slice(madeMark.length) : name))
        .filter((name) => this.#definitions.isSpace(name))
        .sort((a, b) => b.length - a.length);
    }
    return this.#around;
  }

  #fileOf(name: string, from: string): string | undefined {
    const found = this.#definitions.of(name);
    if (found) return this.#choose(name, found, from);
    const end = name.lastIndexOf('::');
    if (end < 0) return undefined;
    // `User::LIMIT` may stand in what `User` inherits from; `ActiveRecord::Base` is nothing of a project that only adds
    // to `ActiveRecord`.
    const space = name.slice(0, end);
    if (isValue(name.slice(end + 2))) return this.#fileOf(space, from);
    const outer = this.#definitions.of(space);
    return outer && outer.fitting.length > 0 ? this.#choose(space, outer, from) : undefined;
  }

  #choose(name: string, { all, makers, fitting, around }: Definers, from: string): string | undefined {
    if (all.includes(from)) return undefined;
    for (const some of [fitting, around]) {
      const near = nearestOf(serving(some, from), from);
      if (near !== undefined) return near;
    }
    const making = serving(makers, from);
    if (making.length > 0 && making.length <= mostDefiners) return nearestOf(making, from);
    const others = serving(all, from);
    return others.length <= mostDefiners && this.#owns(topOf(name)) ? nearestOf(others, from) : undefined;
  }

  /** Whether a top-level name is the project's own, rather than one that it adds to. */
  #owns(top: string): boolean {
    let owned = this.#owned.get(top);
    if (owned === undefined) {
      const definers = this.#definitions.of(top);
      const made = definers !== undefined && definers.fitting.length + definers.makers.length > 0;
      owned = !coreNames.has(top) && (made || this.#definitions.filesIn(top) >= manyFiles);
      this.#owned.set(top, owned);
    }
    return owned;
  }
}

const isValue = (name: string): boolean => name === name.toUpperCase();

const serving = (files: readonly string[], from: string): readonly string[] =>
  files.length === 0 ? files : files.filter((path) => serves(path, from));
