import { count, some } from '../numbers.js';
import type { KeyFile } from './key-files.js';
import type { Detail } from './page.js';
import { code, ended, listed, prose } from './text.js';

/** A file in a line: how often it is imported, what it says of itself, what it offers. */
export const fileLine = ({ path, importers, note, names }: KeyFile, { names: most }: Pick<Detail, 'names'>): string => {
  const said = [
    note !== undefined && ended(prose(note)),
    names.length > 0 && `Offers ${names.slice(0, most).map(code).join(', ')}${names.length > most ? ' and more' : ''}.`,
  ].filter(Boolean);
  const imported = importers > 0 ? ` (imported by ${some(importers, 'file')})` : '';
  return `- ${code(path)}${imported}${said.length > 0 ? `: ${said.join(' ')}` : ''}`;
};

/** The most imported files in a line, each with the names it is known for. */
export const mostImported = (files: readonly KeyFile[]): string =>
  files
    .map(({ path, importers, names }) => {
      const known = names.slice(0, 3).map(code);
      return `${code(path)} (${[`by ${count(importers)}`, ...known].join(', ')})`;
    })
    .join('; ');

export interface FileList {
  /** All paths of the part. */
  readonly paths: readonly string[];
  readonly files: readonly KeyFile[];
  readonly detail: Detail;
}

/** The files of a leaf: those that say most in a line each, the others by name as long as they are few. */
export const fileLines = ({ paths, files, detail }: FileList): string[] => {
  // One line more is no longer than the words that would stand for it.
  const shown = files.length <= detail.files + 1 ? files : files.slice(0, detail.files);
  const seen = new Set(shown.map(({ path }) => path));
  const rest = paths.filter((path) => !seen.has(path));
  const lines = shown.map((file) => fileLine(file, detail));
  if (rest.length > 0) lines.push(`- ${shown.length > 0 ? 'Also ' : ''}${listed(rest.map(code), detail.files)}.`);
  return lines;
};
