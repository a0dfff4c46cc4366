import { dirname, join, normalize } from 'node:path';
import type { CargoPackage, CargoTarget } from './cargo.js';
import type { Facts, Space } from './facts.js';

/**
 * A second way to find what paths mean, made from syntax trees and what cargo says, to hold ours against: every module has
 * a table of names, by kinds of names, and imports are carried out again and again until no table grows any more.
 */
export interface World {
  /** The files that a path means which is written in a file; none where it leads outside; undefined where nobody knows. */
  meaning(file: string, path: readonly string[], isUse: boolean): ReadonlySet<string> | undefined;
  /** The files of a file's modules. */
  moduleFiles(file: string): ReadonlySet<string>;
}

interface Binding {
  readonly space: Space;
  readonly isPublic: boolean;
  readonly fromGlob: boolean;
  /** A module, or the file that has it; `outside` where it comes from no file of the project. */
  readonly module?: Table;
  readonly file: string;
  readonly outside?: true;
}

interface Table {
  readonly file: string;
  readonly parent: Table | undefined;
  readonly home: Table;
  readonly target: CargoTarget;
  readonly root: Table;
  readonly names: Map<string, Map<string, Binding>>;
  readonly imports: { path: readonly string[]; alias: string; isPublic: boolean }[];
}

interface Given {
  facts(file: string): Facts;
  has(path: string): boolean;
  /** Whether the project is the standard library, so that `std` is a crate of it. */
  readonly isStandard: boolean;
}

const ofTheStandard = /^(?:std|core|alloc|test|proc_macro)$/;

export const worldOf = (packages: readonly CargoPackage[], { facts, has, isStandard }: Given): World => {
  const tables: Table[] = [];
  const homes = new Map<string, Table>();
  const roots = new Map<string, Table>();
  const mentioned = new Map<string, Set<string>>();
  let changed = false;

  const bind = (table: Table, name: string, given: Binding): void => {
    const own = table.names.get(name) ?? new Map<string, Binding>();
    table.names.set(name, own);
    const id = given.module ? tables.indexOf(given.module) : given.file;
    const key = `${given.space} ${id} ${given.outside ?? ''}`;
    const before = own.get(key);
    if (before && (before.isPublic || !given.isPublic)) return;
    // What is named hides what a glob brings.
    if (given.fromGlob && [...own.values()].some((one) => !one.fromGlob && one.space === given.space)) return;
    own.set(key, given);
    changed = true;
  };

  const addFile = (
    file: string,
    given: { target: CargoTarget; parent: Table | undefined; owns: boolean; root?: Table },
  ) => {
    const { target, parent, owns } = given;
    const fact = facts(file);
    const byNest = new Map<string, Table>();
    const open = (nest: readonly string[]): Table => {
      const key = nest.join('::');
      const known = byNest.get(key);
      if (known) return known;
      const above = nest.length === 0 ? parent : open(nest.slice(0, -1));
      const table = { file, parent: above, target, names: new Map(), imports: [] } as unknown as Table;
      Object.assign(table, { home: nest.length === 0 ? table : open([]) });
      Object.assign(table, { root: given.root ?? open0(table) });
      byNest.set(key, table);
      tables.push(table);
      if (above && nest.length > 0) {
        bind(above, nest.at(-1)!, { space: 'types', isPublic: false, fromGlob: false, module: table, file });
      }
      return table;
    };
    const open0 = (table: Table): Table => (parent ? parent.root : table.home);
    const home = open([]);
    if (!homes.has(file)) homes.set(file, home);
    const own = mentioned.get(file) ?? new Set<string>();
    mentioned.set(file, own);
    for (const item of fact.items) {
      if (item.isLocal) continue;
      for (const space of item.spaces) {
        const given = { space, isPublic: item.isPublic, fromGlob: false, file };
        bind(open(item.nest), item.name, given);
        if (item.isExported) bind(home.root, item.name, { ...given, isPublic: true });
      }
    }
    for (const use of fact.uses) if (!use.isLocal) open(use.nest).imports.push(use);
    for (const { isInline, isPublic, nest, name } of fact.mods) {
      if (!isInline) continue;
      const module = open([...nest, name]);
      bind(open(nest), name, { space: 'types', isPublic, fromGlob: false, module, file });
    }
    const inlinePath = (nest: readonly string[]): string => {
      let at = nest.length === 0 || owns ? dirname(file) : file.slice(0, -3);
      nest.forEach((name, depth) => {
        const inline = fact.mods.find(
          (one) => one.isInline && one.name === name && one.nest.join() === nest.slice(0, depth).join(),
        );
        at = inline?.paths[0] === undefined ? join(at, name) : join(depth === 0 ? dirname(file) : at, inline.paths[0]);
      });
      return at;
    };
    for (const mod of fact.mods) {
      if (mod.isInline) continue;
      const base = inlinePath(mod.nest);
      const usual = mod.nest.length === 0 && !owns ? file.slice(0, -3) : base;
      const found = mod.paths.map((path) => ({ path: normalize(join(base, path)), byPath: true }));
      if (found.length === 0 || mod.isConditional) {
        found.push({ path: join(usual, `${mod.name}.rs`), byPath: false });
        found.push({ path: join(usual, mod.name, 'mod.rs'), byPath: false });
      }
      for (const { path, byPath } of found) {
        if (!has(path) || !path.endsWith('.rs')) continue;
        own.add(path);
        const known = tables.find((table) => table.file === path && table.root === home.root && table.home === table);
        const table =
          known ??
          addFile(path, {
            target,
            parent: open(mod.nest),
            owns: byPath || path.endsWith('/mod.rs'),
            root: home.root,
          });
        const { isPublic } = mod;
        bind(open(mod.nest), mod.name, { space: 'types', isPublic, fromGlob: false, module: table, file: path });
      }
    }
    return home;
  };
  // Made first, so that one target's files are found by a search among few.
  for (const one of packages) {
    for (const target of one.targets) {
      const kept = tables.splice(0);
      roots.set(target.root, addFile(target.root, { target, parent: undefined, owns: true }));
      tables.unshift(...kept);
    }
  }

  const library = (name: string, from: CargoPackage): Table | 'outside' => {
    const rootOf = (one: CargoPackage | undefined): Table | undefined => {
      const target = one?.targets.find(({ isLibrary }) => isLibrary);
      return target && roots.get(target.root);
    };
    if (from.targets[0]?.isLibrary && from.targets[0].name === name) return rootOf(from) ?? 'outside';
    const dependency = from.dependencies.get(name);
    if (dependency?.folder !== undefined)
      return rootOf(packages.find(({ folder }) => folder === dependency.folder)) ?? 'outside';
    const wanted = dependency?.package ?? name;
    if (!isStandard && ofTheStandard.test(wanted)) return 'outside';
    const named = packages.filter(
      (one) => one.name === wanted || one.targets.some((t) => t.isLibrary && t.name === wanted),
    );
    return rootOf(named[0]) ?? 'outside';
  };

  const isInside = (table: Table, from: Table): boolean => {
    for (let at: Table | undefined = from; at; at = at.parent) if (at === table) return true;
    return false;
  };
  const visible = (table: Table, name: string, from: Table): Binding[] =>
    [...(table.names.get(name)?.values() ?? [])].filter((one) => one.isPublic || isInside(table, from));
  const outside = (file: string): Binding => ({ space: 'types', isPublic: true, fromGlob: false, file, outside: true });
  const ofTable = (module: Table): Binding => ({
    space: 'types',
    isPublic: true,
    fromGlob: false,
    module,
    file: module.file,
  });

  /** Bindings, and how many parts were found where it was not all of them. */
  const resolve = (
    from: Table,
    path: readonly string[],
    isUse: boolean,
  ): { found: Binding[]; deepest?: Table; left: number } => {
    let at = 1;
    let current: Binding[];
    const [head] = path;
    if (head === 'crate' || head === '*') {
      current = [ofTable(from.root)];
      if (head === '*') at = 0;
    } else if (head === 'self' || head === 'super') {
      let table: Table | undefined = from;
      for (at = 0; path[at] === 'self' || path[at] === 'super'; at++) if (path[at] === 'super') table = table?.parent;
      if (!table) return { found: [], left: path.length };
      current = [ofTable(table)];
    } else {
      const name = head === '' ? path[1]! : head!;
      if (head === '') at = 2;
      const scope = isUse && from.target.is2015 ? from.root : from;
      let local = head === '' && !from.target.is2015 ? [] : visible(head === '' ? from.root : scope, name, from);
      if (at < path.length) local = local.filter(({ space }) => space === 'types');
      // An import of the crate itself by its own name is no other thing.
      const crate = local.length > 0 ? undefined : library(name, from.target.package);
      current = local.length > 0 ? local : crate === 'outside' || !crate ? [] : [ofTable(crate)];
      if (current.length === 0) {
        const renamed =
          head === '' ? undefined : from.root.imports.find((one) => one.alias === name && one.path[0] === '');
        if (renamed && from !== from.root) {
          const { found, ...rest } = resolve(from.root, [...renamed.path, ...path.slice(1)], isUse);
          return { found: found.map((one) => (one.outside ? outside(from.file) : one)), ...rest };
        }
        return { found: [outside(from.file)], left: path.length };
      }
    }
    for (; at < path.length && path[at] !== '*'; at++) {
      const next: Binding[] = [];
      let deepest: Table | undefined;
      for (const one of current) {
        if (!one.module) {
          if (one.space === 'types') next.push(one);
          continue;
        }
        const found = visible(one.module, path[at]!, from);
        next.push(
          ...(at < path.length - 1 && path[at + 1] !== '*' ? found.filter(({ space }) => space === 'types') : found),
        );
        deepest ??= one.module;
      }
      if (next.length === 0) return { found: [], deepest, left: path.length - at };
      current = next;
    }
    return { found: current, left: 0 };
  };

  const carryOut = (settleUnknown: boolean): void => {
    for (let round = 0; round < 40; round++) {
      changed = false;
      for (const table of tables) {
        for (const { path, alias, isPublic } of table.imports) {
          const { found, deepest, left } = resolve(table, path, true);
          if (alias === '*') {
            for (const { module } of found) {
              if (!module || module === table) continue;
              for (const [name, bindings] of module.names) {
                for (const one of bindings.values()) {
                  if (one.isPublic || isInside(module, table)) bind(table, name, { ...one, isPublic, fromGlob: true });
                }
              }
            }
          } else if (alias !== '_') {
            const real = found.filter((one) => !one.outside || settleUnknown);
            for (const one of real) {
              bind(table, alias, { ...one, file: one.outside ? table.file : one.file, isPublic, fromGlob: false });
            }
            if (found.length === 0 && settleUnknown && deepest && left === 1) {
              bind(table, alias, { space: 'types', isPublic, fromGlob: false, file: deepest.file });
            }
          }
        }
      }
      if (!changed) return;
    }
  };
  carryOut(false);
  carryOut(true);

  return {
    meaning(file, path, isUse) {
      const table = homes.get(file);
      if (!table) return undefined;
      const { found, deepest, left } = resolve(table, path, isUse);
      if (found.length === 0) return left === 1 && deepest ? new Set([deepest.file]) : undefined;
      return new Set(found.filter((one) => !one.outside || one.file !== file).map(({ file: meant }) => meant));
    },
    moduleFiles: (file) => mentioned.get(file) ?? new Set(),
  };
};
