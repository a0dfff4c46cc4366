import type { ListedFile, ProjectFile } from '../domain/inventory.js';
import { packagesOf } from './packages-of.js';
import { roleOf } from './role-of.js';

/** What somebody may have said of a file already. */
type Said = ListedFile & Partial<Pick<ProjectFile, 'role' | 'package'>>;

/** Files with their role and package: as said, else by their paths. */
export const projectFiles = (files: readonly Said[]): ProjectFile[] => {
  const packages = packagesOf(files.map(({ path }) => path));
  return files.map(({ path, bytes, tokens, language, role, package: said }, i) => ({
    ...{ path, bytes, tokens, language },
    role: role ?? roleOf(path, language),
    package: said ?? packages[i],
  }));
};
