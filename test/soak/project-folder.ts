import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectView } from '../../src/languages/language.js';

/** Every file below a folder, as the resolvers see a project. Links are not followed. */
export const projectFolder = (root: string): ProjectView => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  const listed = new Set(files);
  return {
    files,
    has: (path) => listed.has(path),
    readText(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    },
  };
};
