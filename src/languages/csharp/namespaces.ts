import type { ProjectView } from '../language.js';
import { parseDeclared } from './declared.js';

export interface Namespace {
  readonly name: string;
  /** The files that add to it, in path order. */
  readonly files: string[];
  /** Those of them that hold extension methods. */
  readonly extensions: string[];
  readonly types: Map<string, DeclaredType>;
}

/** A type by its full name. Several files declare it where it is partial, or where several projects have one. */
export interface DeclaredType {
  readonly namespace: Namespace;
  readonly files: string[];
  /** Those of them that hold only a part. */
  readonly parts: Set<string>;
}

/** What the files of a project declare. */
export interface Namespaces {
  get(name: string): Namespace | undefined;
  /** Those that a file adds to. */
  of(path: string): readonly Namespace[];
  /** The types of a name, whatever their namespace. */
  typesNamed(name: string): readonly DeclaredType[] | undefined;
  /** Whether the name of some namespace has this part. */
  isPart(name: string): boolean;
  /** The type that `A.B.Type` or `A.B.Type.Nested` names, in a namespace whose name has so many characters at least. */
  type(fullName: string, least?: number): DeclaredType | undefined;
  /** The global usings of files that have some. */
  readonly usings: ReadonlyMap<string, readonly string[]>;
}

const none: readonly Namespace[] = Object.freeze([]);

export const namespacesOf = (project: ProjectView, isCsharp: (path: string) => boolean): Namespaces => {
  const byName = new Map<string, Namespace>();
  const byFile = new Map<string, Namespace[]>();
  const byTypeName = new Map<string, DeclaredType[]>();
  const usings = new Map<string, string[]>();
  const parts = new Set<string>();

  const enter = (name: string, path: string): Namespace => {
    let namespace = byName.get(name);
    if (!namespace) {
      namespace = { name, files: [], extensions: [], types: new Map() };
      byName.set(name, namespace);
      for (const part of name.split('.')) parts.add(part);
    }
    // Files come one after the other, so one that is there already is the last.
    if (namespace.files.at(-1) !== path) {
      namespace.files.push(path);
      listIn(byFile, path).push(namespace);
    }
    return namespace;
  };
  const addType = (namespace: Namespace, name: string): DeclaredType => {
    let type = namespace.types.get(name);
    if (!type) {
      type = { namespace, files: [], parts: new Set() };
      namespace.types.set(name, type);
      listIn(byTypeName, name).push(type);
      if (name.endsWith('Attribute')) listIn(byTypeName, `[${name.slice(0, -'Attribute'.length)}`).push(type);
    }
    return type;
  };
  for (const path of project.files) {
    if (!isCsharp(path)) continue;
    for (const text of project.declaredBy(path)) {
      const declared = parseDeclared(text);
      if (declared.kind === 'using') {
        listIn(usings, path).push(declared.text);
        continue;
      }
      const namespace = enter(declared.namespace, path);
      if (declared.kind === 'extensions') namespace.extensions.push(path);
      if (declared.kind !== 'type') continue;
      const type = addType(namespace, declared.name);
      if (type.files.at(-1) !== path) type.files.push(path);
      if (declared.partial) type.parts.add(path);
    }
  }

  const type = (fullName: string, least = 0): DeclaredType | undefined => {
    for (let from = 0, dot = -1; ; from = dot + 1) {
      const namespace = dot < least - 1 ? undefined : byName.get(fullName.slice(0, Math.max(0, dot)));
      dot = fullName.indexOf('.', from);
      const found = namespace?.types.get(fullName.slice(from, dot < 0 ? undefined : dot));
      if (found || dot < 0) return found;
    }
  };
  return {
    get: (name) => byName.get(name),
    of: (path) => byFile.get(path) ?? none,
    typesNamed: (name) => byTypeName.get(name),
    isPart: (name) => parts.has(name),
    type,
    usings,
  };
};

const listIn = <T>(lists: Map<string, T[]>, key: string): T[] => {
  let list = lists.get(key);
  if (!list) {
    list = [];
    lists.set(key, list);
  }
  return list;
};
