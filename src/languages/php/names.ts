import type { ProjectView } from '../language.js';
import { type Autoload, autoloadOf } from './autoload.js';
import { isPhp } from './endings.js';
import { isOfPhpItself } from './standard.js';

/** Where the classes, functions and constants of a project are. */
export interface Names {
  /** The files that a name may mean, equally good but for how near they are. */
  files(name: string): readonly string[];
  /** Whether it is a namespace of the project. */
  isNamespace(name: string): boolean;
  /** Whether it ought to be in the project. */
  claims(name: string): boolean;
}

const none: readonly string[] = [];

export const namesOf = (project: ProjectView): Names => {
  const autoload = autoloadOf(project);
  const { declared, namespaces } = declarations(project);
  const known = new Map<string, readonly string[]>();
  const find = (name: string): readonly string[] => {
    if (isOfPhpItself(name)) return none;
    const files = declared.get(name.toLowerCase());
    if (!files) return isClass(name) ? autoload.files(name) : none;
    return files.length > 1 && isClass(name) ? loaded(files, autoload, name) : files;
  };
  return {
    files(name) {
      let files = known.get(name);
      if (!files) {
        files = find(name);
        known.set(name, files);
      }
      return files;
    },
    isNamespace: (name) => namespaces.has(name.toLowerCase()),
    claims: (name) => isClass(name) && autoload.claims(name),
  };
};

const isClass = (name: string): boolean => !name.includes(' ');

/** Of several files that declare a class those that would be loaded for it: fixtures declare what others declare too. */
const loaded = (files: readonly string[], autoload: Autoload, name: string): readonly string[] => {
  const byName = autoload.files(name).filter((path) => files.includes(path));
  if (byName.length > 0) return byName;
  const mapped = files.filter(autoload.isMapped);
  return mapped.length > 0 ? mapped : files;
};

/** By name in lower case, which tells no classes or functions apart in PHP. */
const declarations = (project: ProjectView) => {
  const declared = new Map<string, string[]>();
  const namespaces = new Set<string>();
  for (const path of project.files) {
    if (!isPhp(path)) continue;
    for (const name of project.declaredBy(path)) {
      const lower = name.toLowerCase();
      const files = declared.get(lower);
      if (files) files.push(path);
      else declared.set(lower, [path]);
      for (let at = lower.lastIndexOf('\\'); at > 0; at = lower.lastIndexOf('\\', at - 1)) {
        const namespace = lower.slice(lower.indexOf(' ') + 1, at);
        if (namespaces.has(namespace)) break;
        namespaces.add(namespace);
      }
    }
  }
  return { declared, namespaces };
};
