import { type FileRole, fileRoles, type ProjectFile } from '../domain/inventory.js';
import { some } from './numbers.js';
import { visible } from './visible.js';

const words: Readonly<Record<FileRole, readonly [one: string, more: string]>> = {
  source: ['source file', 'source files'],
  test: ['test', 'tests'],
  example: ['example', 'examples'],
  document: ['document', 'documents'],
  tooling: ['file of the tooling', 'files of the tooling'],
  data: ['data file', 'data files'],
  project: ['project file', 'project files'],
};

const mostPackages = 3;

/** What files are for, and which packages they are of. */
export const rolesSentence = (files: readonly Pick<ProjectFile, 'role' | 'package'>[]): string => {
  const roles = fileRoles.flatMap((role) => {
    const count = files.filter((file) => file.role === role).length;
    return count === 0 ? [] : [some(count, ...words[role])];
  });
  return `${roles.join(', ')}${packagesText([...new Set(files.map((file) => file.package))])}.`;
};

const packagesText = (packages: readonly string[]): string => {
  const named = packages.map((folder) => (folder === '' ? 'the project itself' : visible(folder)));
  if (packages.length > mostPackages) return `, of ${packages.length} packages`;
  if (packages.length > 1) return `, of ${named.join(' and ')}`;
  return packages[0] === '' ? '' : `, of the package ${named[0]}`;
};
