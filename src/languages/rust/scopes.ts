import type { ProjectView } from '../language.js';

/** A name that stands for what is found by a path elsewhere. The path is as written in the module that is the file. */
export interface Alias {
  readonly path: readonly string[];
  /** Whether others than the modules inside see it. */
  readonly isPublic: boolean;
}

/** What one module declares, be it a file or inline. */
export interface Scope {
  readonly items: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly Alias[]>;
  /** The modules all of whose names it takes. */
  readonly globs: readonly Alias[];
}

/** What a file declares, by inline module (`a::b`); the module that is the file is ''. */
export interface FileScopes {
  readonly byNest: ReadonlyMap<string, Scope>;
  /** Macros of the whole crate. */
  readonly macros: readonly string[];
  /** Files whose text stands in this one, by the paths that it gives. */
  readonly included: readonly string[];
}

interface OpenScope {
  readonly items: Set<string>;
  readonly aliases: Map<string, Alias[]>;
  readonly globs: Alias[];
}

const declaration = /^(?:(.+)::)?([^:=~]+)([=~])(.*)$/s;

/** Turns the declarations of a file (`Findings` says how they are written) into scopes. */
export const scopesOf = (project: ProjectView, file: string): FileScopes => {
  const byNest = new Map<string, OpenScope>();
  const macros: string[] = [];
  const included: string[] = [];
  const open = (nest: string): OpenScope => {
    const scope = byNest.get(nest) ?? { items: new Set(), aliases: new Map(), globs: [] };
    byNest.set(nest, scope);
    return scope;
  };
  open('');
  for (const text of project.declaredBy(file)) {
    if (text.startsWith('+')) included.push(text.slice(1));
    else if (text.endsWith('::')) open(text.slice(0, -2));
    else if (text.endsWith('!')) macros.push(text.slice(0, -1));
    else if (text.includes('=') || text.includes('~')) {
      const [, nest = '', name, sign, path] = declaration.exec(text) ?? [];
      if (name === undefined || path === undefined) continue;
      const alias: Alias = { path: partsOf(path), isPublic: sign === '=' };
      const scope = open(nest);
      if (name === '*') scope.globs.push(alias);
      else if (scope.aliases.has(name)) scope.aliases.get(name)!.push(alias);
      else scope.aliases.set(name, [alias]);
    } else {
      const end = text.lastIndexOf('::');
      open(end < 0 ? '' : text.slice(0, end)).items.add(end < 0 ? text : text.slice(end + 2));
    }
  }
  return { byNest, macros, included };
};

/** The parts of a path. A leading `::` is an empty part; the `*` at the end is none. */
export const partsOf = (path: string): string[] => {
  const parts = path.split('::');
  if (parts.at(-1) === '*') parts.pop();
  return parts;
};
