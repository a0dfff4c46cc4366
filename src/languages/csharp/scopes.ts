import type { Specifier } from '../../domain/specifier.js';
import { folderOf } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import type { Assemblies, Assembly } from './assemblies.js';
import type { Namespace, Namespaces } from './namespaces.js';
import { parseUsing, type Using } from './using.js';

/** What names mean in one file. */
export interface Scope {
  readonly from: string;
  readonly folder: string;
  readonly assembly: Assembly;
  /** The namespaces whose types it sees by name alone; of two with a type of one name, the lower rank wins. */
  readonly ranks: ReadonlyMap<Namespace, number>;
  /** The names of namespaces that qualified names may start from, innermost first; the global one, '', is last. */
  readonly bases: readonly string[];
  /** What aliases stand for: several things where branches of an #if differ. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** Enclosing namespaces go by their distance; all of them go before what usings bring in. */
const usingRank = 1000;
const noAliases: Scope['aliases'] = new Map();

export class Scopes {
  readonly #project: ProjectView;
  readonly #namespaces: Namespaces;
  readonly #assemblies: Assemblies;
  readonly #usings = new Map<string, Using>();
  #last: Scope | undefined;

  constructor(project: ProjectView, namespaces: Namespaces, assemblies: Assemblies) {
    this.#project = project;
    this.#namespaces = namespaces;
    this.#assemblies = assemblies;
  }

  /** Specifiers come file by file, so that the last scope is most often asked for again. */
  of(from: string): Scope {
    if (this.#last?.from !== from) this.#last = this.#make(from);
    return this.#last;
  }

  using(text: string): Using {
    let using = this.#usings.get(text);
    if (!using) {
      using = parseUsing(text);
      this.#usings.set(text, using);
    }
    return using;
  }

  /** A using within a namespace may be relative to it, or to one around it. */
  namespaceOf(target: string, names: Specifier['names']): Namespace | undefined {
    return firstOf(names, target, (name) => this.#namespaces.get(name));
  }

  #make(from: string): Scope {
    const folder = folderOf(from);
    const assembly = this.#assemblies(folder);
    const ranks = new Map<Namespace, number>();
    const bases = new Set<string>();
    for (const { name } of this.#namespaces.of(from)) {
      outwards(name).forEach((base, distance) => {
        bases.add(base);
        const namespace = this.#namespaces.get(base);
        if (namespace && distance < (ranks.get(namespace) ?? usingRank)) ranks.set(namespace, distance);
      });
    }
    bases.delete('');
    bases.add('');
    const global = this.#namespaces.get('');
    if (global && !ranks.has(global)) ranks.set(global, usingRank - 1);

    let aliases: Map<string, string[]> | undefined;
    const add = (text: string, names?: Specifier['names']): void => {
      const { form, target, alias } = this.using(text);
      if (form === 'alias') {
        aliases ??= new Map();
        aliases.set(alias, [...(aliases.get(alias) ?? []), target]);
      } else if (form === 'namespace') {
        const namespace = this.namespaceOf(target, names);
        if (namespace && !ranks.has(namespace)) ranks.set(namespace, usingRank);
      }
    };
    for (const { kind, text, names } of this.#project.specifiersOf(from)) if (kind === 'import') add(text, names);
    for (const text of assembly.usings) add(text);
    return { from, folder, assembly, ranks, bases: [...bases], aliases: aliases ?? noAliases };
  }
}

/** The first that is found, seen from within each namespace and then from outside. */
export const firstOf = <T>(
  within: readonly string[] | undefined,
  name: string,
  find: (name: string) => T | undefined,
): T | undefined => {
  for (const namespace of within ?? []) {
    for (const base of outwards(namespace)) {
      const found = base === '' ? undefined : find(`${base}.${name}`);
      if (found !== undefined) return found;
    }
  }
  return find(name);
};

/** `A.B.C`, `A.B`, `A` and the global namespace, ''. */
const outwards = (namespace: string): string[] => {
  const all = [namespace];
  for (let at = namespace; at !== ''; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
    all.push(at);
  }
  return all;
};
