import type { Facts } from './tree.js';

/** The files that declare what a name means, each with the namespace of the type. */
interface Meant {
  readonly namespace: string;
  readonly files: ReadonlySet<string>;
}

/** What names mean by the rules of the language, from the trees of all files. */
export interface Oracle {
  namespace(name: string): ReadonlySet<string> | undefined;
  extensions(name: string): ReadonlySet<string>;
  /** The namespace a using means, seen from where it stands. */
  usedNamespace(target: string, within: string): string | undefined;
  type(fullName: string): Meant | undefined;
  meaning(path: string, name: string): Meant | undefined;
}

const outwards = (namespace: string): string[] => {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), ''];
};
const join = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}.${name}`);

export const oracleOf = (files: ReadonlyMap<string, Facts>): Oracle => {
  const types = new Map<string, Map<string, Set<string>>>();
  const namespaces = new Map<string, Set<string>>();
  const extending = new Map<string, Set<string>>();
  const add = (sets: Map<string, Set<string>>, key: string, path: string): void => {
    sets.set(key, (sets.get(key) ?? new Set()).add(path));
  };
  for (const [path, facts] of files) {
    for (const name of facts.namespaces) add(namespaces, name, path);
    for (const { namespace, name } of facts.types) {
      if (!types.has(namespace)) types.set(namespace, new Map());
      add(types.get(namespace)!, name, path);
    }
    for (const name of facts.extensions) add(extending, name, path);
  }
  const typeIn = (namespace: string, name: string): Meant | undefined => {
    const found = types.get(namespace)?.get(name);
    return found && { namespace, files: found };
  };
  const type = (fullName: string): Meant | undefined => {
    const parts = fullName.split('.');
    for (let at = 0; at < parts.length; at++) {
      const found = typeIn(parts.slice(0, at).join('.'), parts[at]!);
      if (found) return found;
    }
    return undefined;
  };
  const usedNamespace = (target: string, within: string): string | undefined =>
    outwards(within)
      .map((base) => join(base, target.replace(/^.*::/, '')))
      .find((name) => namespaces.has(name));

  const simple = (facts: Facts, name: string): Meant | undefined => {
    for (const namespace of facts.namespaces) {
      for (const base of outwards(namespace)) {
        const found = base === '' ? undefined : typeIn(base, name);
        if (found) return found;
      }
    }
    const global = typeIn('', name);
    if (global) return global;
    for (const [using, within] of facts.usings) {
      if (using.startsWith('static ') || using.includes(' = ')) continue;
      const namespace = usedNamespace(using, within);
      const found = namespace === undefined ? undefined : typeIn(namespace, name);
      if (found) return found;
    }
    return undefined;
  };
  const meaning = (path: string, name: string): Meant | undefined => {
    const facts = files.get(path)!;
    if (name.startsWith('global::')) return type(name.slice('global::'.length));
    const [head = '', ...rest] = name.split('.');
    for (const [using, within] of facts.usings) {
      const [alias, target] = using.split(' = ');
      if (target === undefined || alias !== head) continue;
      return outwards(within)
        .map((base) => type(join(base, [target.replace(/^.*::/, ''), ...rest].join('.'))))
        .find((found) => found !== undefined);
    }
    const found = simple(facts, head);
    if (found || rest.length === 0) return found;
    for (const namespace of [...facts.namespaces, '']) {
      for (const base of outwards(namespace)) {
        const meant = type(join(base, name));
        if (meant && meant.namespace.length > base.length) return meant;
      }
    }
    return undefined;
  };
  return {
    namespace: (name) => namespaces.get(name),
    extensions: (name) => extending.get(name) ?? new Set(),
    usedNamespace,
    type,
    meaning,
  };
};
