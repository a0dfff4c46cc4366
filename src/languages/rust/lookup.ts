import { nearestOf } from '../nearest.js';
import type { Crate, Module, Modules } from './modules.js';
import type { Packages } from './packages.js';
import type { Alias } from './scopes.js';

/**
 * What a path means:
 * - `module`
 * - `item`: something that a file declares (a type, a function, a macro), or whatever of a module could not be found
 * - `outside`: something that a file takes from outside the project, and perhaps gives on
 * - `gap`: nothing: a module of the project has no such module
 */
export type Target =
  | { readonly kind: 'module'; readonly module: Module }
  | { readonly kind: 'item' | 'outside' | 'gap'; readonly file: string };

/** Re-exports of re-exports are followed this far. */
const deepest = 24;
/** And no one search, going round through globs, takes more steps than this. */
const most = 2_000;
const none: readonly Target[] = [];

/** Finds what paths mean, as the compiler does it, but for privacy between items and for the kinds of names. */
export class Lookup {
  readonly #packages: Packages;
  readonly #modules: Modules;
  /** What names mean in a module: to those inside it, and to others. */
  readonly #known = new Map<Module, { readonly inside: Map<string, Known>; readonly others: Map<string, Known> }>();
  /** How many searches this one is within, and the outermost of those that it met again, going in circles. */
  #depth = 0;
  #cutAt = Number.POSITIVE_INFINITY;
  #steps = 0;

  constructor(packages: Packages, modules: Modules) {
    this.#packages = packages;
    this.#modules = modules;
  }

  /** What a path means that is written in a module. In old code that of a `use` begins at the root of the crate. */
  path(parts: readonly string[], from: Module, isUse: boolean): readonly Target[] {
    let at = 0;
    let start: readonly Target[];
    const head = parts[0];
    if (head === 'crate' || head === undefined) {
      start = [asTarget(from.crate.root)];
      at = 1;
    } else if (head === 'self' || head === 'super') {
      let module: Module | undefined = from;
      for (; parts[at] === 'self' || parts[at] === 'super'; at++) {
        if (parts[at] === 'super') module = module?.parent;
      }
      if (!module) return [{ kind: 'gap', file: from.file }];
      start = [asTarget(module)];
    } else if (head === '') {
      if (parts.length < 2) return none;
      start = this.#global(parts[1]!, from);
      at = 2;
    } else {
      start = this.#bare(parts, from, isUse);
      at = 1;
    }
    return this.#follow(start, parts, at, from);
  }

  #follow(start: readonly Target[], parts: readonly string[], first: number, from: Module): readonly Target[] {
    let targets = start;
    for (let at = first; at < parts.length; at++) {
      const name = parts[at]!;
      const next: Target[] = [];
      const unfound: Target[] = [];
      for (const target of targets) {
        if (target.kind !== 'module') {
          next.push(target);
          continue;
        }
        const found = this.name(name, target.module, from);
        if (found.length > 0) next.push(...found);
        // What a macro writes is nowhere to be seen; that a whole module is not there is another thing.
        else unfound.push({ kind: at < parts.length - 1 && isLower(name) ? 'gap' : 'item', file: target.module.file });
      }
      targets = next.length > 0 ? distinct(next) : unfound;
    }
    return targets;
  }

  /** What a name means in a module, to someone who looks from another. */
  name(name: string, module: Module, from: Module): readonly Target[] {
    const isInside = includes(module, from);
    const both = this.#known.get(module) ?? { inside: new Map(), others: new Map() };
    this.#known.set(module, both);
    const known = isInside ? both.inside : both.others;
    const before = known.get(name);
    if (typeof before === 'object') return before;
    const depth = this.#depth;
    if (depth === 0) this.#steps = 0;
    if (before !== undefined || depth >= deepest || ++this.#steps > most) {
      this.#cutAt = Math.min(this.#cutAt, before ?? 0);
      return none;
    }
    known.set(name, depth);
    this.#depth++;
    const found = this.#search(name, module, isInside);
    this.#depth--;
    // Nothing was found, but not everything was looked at: within another search this says nothing yet.
    if (found.length === 0 && this.#cutAt < depth) known.delete(name);
    else {
      known.set(name, found);
      if (this.#cutAt >= depth) this.#cutAt = Number.POSITIVE_INFINITY;
    }
    return found;
  }

  #search(name: string, module: Module, isInside: boolean): readonly Target[] {
    const { scope, file } = module;
    const seen = (alias: Alias): boolean => isInside || alias.isPublic;
    const aliased = (): Target[] =>
      (scope.aliases.get(name) ?? []).filter(seen).flatMap(({ path }) => this.#alias(path, module));
    const children = module.children.get(name)?.map(asTarget);
    // A module and what stands for another, under opposite conditions; else the alias is a function of the same name.
    if (children) return distinct([...children, ...aliased().filter(({ kind }) => kind === 'module')]);
    if (scope.items.has(name)) return [{ kind: 'item', file }];
    const included = module.included.find(({ scope: own }) => own.items.has(name));
    if (included) return [{ kind: 'item', file: included.file }];
    const aliases = aliased();
    if (aliases.length > 0) return distinct(aliases);
    const macro = module.parent ? undefined : module.crate.macros.get(name);
    if (macro !== undefined) return [{ kind: 'item', file: macro }];
    return this.#throughGlobs(name, module, seen);
  }

  /** Several may have it where conditions choose between them: `pub use unix::*`, `pub use windows::*`. */
  #throughGlobs(name: string, module: Module, seen: (alias: Alias) => boolean): readonly Target[] {
    const found: Target[] = [];
    for (const glob of module.scope.globs) {
      if (!seen(glob)) continue;
      for (const target of this.path(glob.path, module.home, true)) {
        if (target.kind === 'module') found.push(...this.name(name, target.module, module));
      }
    }
    return distinct(found);
  }

  #alias(path: readonly string[], module: Module): readonly Target[] {
    const found = this.path(path, module.home, true);
    return found.length > 0 ? found : [{ kind: 'outside', file: module.file }];
  }

  #global(name: string, from: Module): readonly Target[] {
    const { crate } = from;
    if (crate.package?.is2015 !== false) {
      const inRoot = crate.root.children.get(name);
      if (inRoot) return inRoot.map(asTarget);
    }
    return this.#library(name, crate);
  }

  #bare(parts: readonly string[], from: Module, isUse: boolean): readonly Target[] {
    const head = parts[0]!;
    const { crate } = from;
    const fromRoot = isUse && crate.package?.is2015 === true;
    const local = this.name(head, fromRoot ? crate.root : from, from);
    // A function may share its name with a crate; that a path goes on tells which is meant.
    if (local.length > 0 && (parts.length === 1 || local.some(({ kind }) => kind === 'module'))) return local;
    const library = this.#library(head, crate);
    if (library.length > 0) return library;
    // A function is no beginning of a path, and a crate of that name is not here.
    if (local.length > 0) return local.some(({ kind }) => kind !== 'item') || !isLower(head) ? local : none;
    // `extern crate` at the root gives its name to the whole crate.
    const renamed = crate.root.scope.aliases.get(head)?.find(({ path }) => path[0] === '' || path[0] === 'crate');
    return renamed ? this.path(renamed.path, crate.root, true) : none;
  }

  #library(name: string, crate: Crate): readonly Target[] {
    const known = this.#packages.library(name, crate.package);
    if (known === 'external') return none;
    const root = known ?? nearestOf(this.#modules.guessed.get(name) ?? [], crate.root.file);
    const module = root === undefined ? undefined : this.#modules.root(root);
    return module ? [asTarget(module)] : none;
  }
}

/** What was found; while it is searched for, how deep the search is. */
type Known = readonly Target[] | number;

const asTargets = new WeakMap<Module, Target>();

/** The same object each time, so that equal targets are the same. */
const asTarget = (module: Module): Target => {
  const known = asTargets.get(module) ?? { kind: 'module', module };
  asTargets.set(module, known);
  return known;
};

const distinct = (targets: Target[]): Target[] => (targets.length < 2 ? targets : [...new Set(targets)]);

/** Whether a module is another, or around it. */
const includes = (module: Module, inner: Module): boolean => {
  for (let at: Module | undefined = inner; at; at = at.parent) if (at === module) return true;
  return false;
};

const isLower = (name: string): boolean => name.charCodeAt(0) >= 97 && name.charCodeAt(0) <= 122;
