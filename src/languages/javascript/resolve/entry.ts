import { nameOf, resolvePath } from '../../../util/paths.js';
import { sourceOf } from './built.js';
import { exportsTable, targetsOf } from './conditions.js';
import type { Asker, Files } from './files.js';
import { isText } from './json.js';
import type { Package } from './packages.js';

export interface Asking {
  readonly files: Files;
  readonly asker: Asker;
}

const declarations = ['types', 'typings'];
/** Fields of package.json that name its entry; those of `late` only count where the usual names lead nowhere either. */
const mainFields: Readonly<Record<Asker, { readonly first: readonly string[]; readonly late: readonly string[] }>> = {
  typescript: { first: ['source', ...declarations, 'module', 'main', 'browser'], late: [] },
  module: { first: ['source', 'module', 'main', 'browser'], late: declarations },
  commonjs: { first: ['source', 'main', 'module', 'browser'], late: declarations },
};

/** A file of the package that package.json names: as it stands, or the source that it is built from. */
export const packageFile = ({ folder }: Package, target: string, { files, asker }: Asking): string | undefined => {
  const path = resolvePath(folder, target);
  if (path === undefined) return undefined;
  const relative = folder === '' ? path : path.slice(folder.length + 1);
  return files.file(path, asker) ?? files.index(path, asker) ?? sourceOf(relative, { folder, files, asker });
};

const firstOf = (from: Package, targets: readonly string[], asking: Asking): string | undefined => {
  for (const target of targets) {
    const found = packageFile(from, target, asking);
    if (found) return found;
  }
  return undefined;
};

/** Where packages keep their entry when package.json names nothing that is there. */
const usualEntries = ['src/index', 'index', 'src/main', 'lib/index', 'source/index', 'main'];

/** The file a package's folder stands for. */
export const mainFile = (from: Package, asking: Asking): string | undefined => {
  const { first, late } = mainFields[asking.asker];
  const named = (fields: readonly string[]) => fields.map((field) => from.json[field]).filter(isText);
  const usual = [...usualEntries, `src/${nameOf(from.folder)}`, nameOf(from.folder)].filter((name) => name !== '');
  return firstOf(from, named(first), asking) ?? firstOf(from, usual, asking) ?? firstOf(from, named(late), asking);
};

/** The file that `name` or `name/subpath` means, for someone who imports the package by its name. */
export const exportedFile = (from: Package, subpath: string, asking: Asking): string | undefined => {
  const table = exportsTable(from.json.exports);
  const name = subpath === '' ? '.' : `./${subpath}`;
  const targets = table && targetsOf(table, { name, asker: asking.asker });
  const exported = targets && firstOf(from, targets, asking);
  if (exported) return exported;
  // Not exported, but bundlers and older tools reach for the file all the same.
  return subpath === '' ? mainFile(from, asking) : packageFile(from, subpath, asking);
};
