import type { Specifier } from '../../domain/specifier.js';
import { resolvePath } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { assembliesOf } from './assemblies.js';
import { ChosenFiles, nearestFew } from './chosen-files.js';
import { isCsharp } from './endings.js';
import { Meanings } from './meanings.js';
import { type DeclaredType, type Namespace, type Namespaces, namespacesOf } from './namespaces.js';
import { firstOf, type Scope, Scopes } from './scopes.js';

/**
 * Resolves by the namespaces and types that files declare. A name leads to the type that its file sees by that name; a
 * using to those files of its namespace whose types the file uses.
 */
export const csharpResolver = (project: ProjectView): Resolver => {
  const namespaces = namespacesOf(project, isCsharp);
  const assemblies = assembliesOf(project, namespaces);
  const files = new ChosenFiles(assemblies);
  const resolver = new CsharpResolver({
    project,
    namespaces,
    files,
    scopes: new Scopes(project, namespaces, assemblies),
    meanings: new Meanings(namespaces, files),
  });
  return (from, specifier) => resolver.resolve(from, specifier);
};

interface Parts {
  readonly project: ProjectView;
  readonly namespaces: Namespaces;
  readonly files: ChosenFiles;
  readonly scopes: Scopes;
  readonly meanings: Meanings;
}

class CsharpResolver {
  readonly #parts: Parts;
  readonly #nearby = new Map<Namespace, Map<string, readonly string[]>>();
  #used: { readonly from: string; readonly files: Map<Namespace, Set<string>> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  resolve(from: string, specifier: Specifier): Resolution {
    const scope = this.#parts.scopes.of(from);
    if (specifier.kind === 'name') {
      const type = this.#parts.meanings.find(specifier.text, scope);
      return type === undefined ? 'external' : (this.#othersOf(type, scope) ?? 'external');
    }
    if (specifier.kind === 'include') {
      const path = resolvePath(scope.folder, specifier.text.replaceAll('\\', '/'));
      return path !== undefined && this.#parts.project.has(path) ? [path] : 'missing';
    }
    return this.#using(specifier, scope);
  }

  #using({ text, names }: Specifier, scope: Scope): Resolution {
    const { namespaces, scopes } = this.#parts;
    const { form, target } = scopes.using(text);
    const type = form === 'namespace' ? undefined : firstOf(names, target, (name) => namespaces.type(name));
    if (type) return this.#parts.files.of(type, scope);
    const namespace = form === 'static' ? undefined : scopes.namespaceOf(target, names);
    if (namespace) return this.#filesOf(namespace, scope);
    if (form === 'namespace' || isShared(target)) return 'external';
    const parent = target.slice(0, Math.max(0, target.lastIndexOf('.')));
    return parent !== '' && scopes.namespaceOf(parent, names) ? 'missing' : 'external';
  }

  #filesOf(namespace: Namespace, scope: Scope): Resolution {
    const used = this.#usedBy(scope).get(namespace);
    if (used) return [...used];
    // Libraries add a type or two to `System`; who writes `using System` and uses neither means the standard library.
    if (isShared(namespace.name)) return 'external';
    const byFolder = this.#nearby.get(namespace) ?? new Map<string, readonly string[]>();
    this.#nearby.set(namespace, byFolder);
    let files = byFolder.get(scope.folder);
    if (!files) {
      const all = namespace.extensions.length > 0 ? namespace.extensions : namespace.files;
      files = nearestFew(all, scope.from);
      byFolder.set(scope.folder, files);
    }
    const others = files.includes(scope.from) ? files.filter((path) => path !== scope.from) : files;
    return others.length > 0 ? others : files;
  }

  /** The files of the types that a file names, by namespace. */
  #usedBy(scope: Scope): Map<Namespace, Set<string>> {
    if (this.#used?.from === scope.from) return this.#used.files;
    const files = new Map<Namespace, Set<string>>();
    for (const { kind, text } of this.#parts.project.specifiersOf(scope.from)) {
      const type = kind === 'name' ? this.#parts.meanings.find(text, scope) : undefined;
      const others = type && this.#othersOf(type, scope);
      if (!type || !others) continue;
      const known = files.get(type.namespace);
      if (!known) files.set(type.namespace, new Set(others));
      else for (const path of others) known.add(path);
    }
    this.#used = { from: scope.from, files };
    return files;
  }

  #othersOf(type: DeclaredType, scope: Scope): readonly string[] | undefined {
    const files = this.#parts.files.of(type, scope);
    if (!files.includes(scope.from)) return files;
    return files.length > 1 ? files.filter((path) => path !== scope.from) : undefined;
  }
}

/** Namespaces of the platform, to which projects add types of their own. */
const isShared = (name: string): boolean => /^(?:System|Microsoft|Windows|UnityEngine|UnityEditor)(?:\.|$)/.test(name);
