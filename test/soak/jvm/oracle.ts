import type { ProjectView } from '../../../src/languages/language.js';
import type { SyntaxNode } from '../tree-sitter.js';
import { javaTree, kotlinTree, type Tree, usedIn } from './trees.js';

type Parse = (language: string, text: string) => SyntaxNode;

/** Whether code of one file is compiled with another at hand, where a project holds variants of the same packages. */
export type Sees = (from: string, to: string) => boolean;

/** Packages, and the files that declare their names, from syntax trees alone. */
export interface Oracle {
  readonly sources: readonly string[];
  tree(path: string): Tree;
  used(path: string): Set<string>;
  /** Every file that declares what an import means; none where it leads out of the project. */
  imported(from: string, text: string): Set<string>;
  /** The same for a name that a file uses: of its own package, or of one that it imports as a whole. */
  named(from: string, name: string): Set<string>;
}

const isSource = /\.(java|kts?)$/;

export const oracleOf = (project: ProjectView, parse: Parse, sees: Sees): Oracle => {
  const sources = project.files.filter((path) => isSource.test(path) && !path.endsWith('module-info.java'));
  const languageOf = (path: string) => (path.endsWith('.java') ? 'java' : 'kotlin');
  const rootOf = (path: string) => parse(languageOf(path), project.readText(path)!.replace(/^\uFEFF/, ''));
  const trees = new Map<string, Tree>();
  const declaring = new Map<string, string[]>();
  for (const path of sources) {
    const root = rootOf(path);
    const tree = languageOf(path) === 'java' ? javaTree(root) : kotlinTree(root, path);
    trees.set(path, tree);
    for (const name of [...tree.declared, '*']) {
      if (name === '*' && tree.declared.length === 0) continue;
      const key = `${tree.package}/${name}`;
      const files = declaring.get(key);
      if (files) files.push(path);
      else declaring.set(key, [path]);
    }
  }
  const declared = (from: string, inPackage: string, name: string): string[] =>
    (declaring.get(`${inPackage}/${name}`) ?? []).filter((to) => to !== from && sees(from, to));

  const uses = new Map<string, Set<string>>();
  const used = (path: string): Set<string> => {
    const { imports } = trees.get(path)!;
    const known = uses.get(path) ?? usedIn(rootOf(path), languageOf(path));
    uses.set(path, known);
    for (const { as } of imports) known.delete(as);
    return known;
  };
  const named = (from: string, name: string): Set<string> => {
    const { package: own, imports } = trees.get(from)!;
    const wholes = imports.filter(({ as }) => as === '*').map(({ text }) => text.slice(0, -2));
    for (const one of [own, ...wholes]) {
      const files = declared(from, one, name);
      if (files.length > 0) return new Set(files);
    }
    return new Set();
  };
  const imported = (from: string, text: string): Set<string> => {
    const parts = text.split('.');
    if (parts.at(-1) === '*') {
      const whole = parts.slice(0, -1).join('.');
      const own = trees.get(from)!.package;
      const names = [...used(from)].filter((name) => own === whole || declared(from, own, name).length === 0);
      const files = names.flatMap((name) => declared(from, whole, name));
      if (files.length > 0) return new Set(files);
      const all = declared(from, whole, '*');
      if (all.length > 0) return new Set(all);
      parts.pop();
    }
    for (let at = parts.length - 1; at >= 0; at--) {
      const files = declaring.get(`${parts.slice(0, at).join('.')}/${parts[at]}`)?.filter((to) => sees(from, to)) ?? [];
      if (files.length > 0) return new Set(files);
    }
    return new Set();
  };
  return { sources, tree: (path) => trees.get(path)!, used, imported, named };
};
