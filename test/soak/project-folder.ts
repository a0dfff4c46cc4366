import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, ProjectView } from '../../src/languages/language.js';
import { readOnDemand } from '../languages/read-on-demand.js';

/** Every file below a folder, as the resolvers of a language see a project. Links are not followed. */
export const projectFolder = (root: string, language?: Language): ProjectView => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  const listed = new Set(files);
  const has = (path: string): boolean => listed.has(path);
  const readText = (path: string): string | undefined => {
    try {
      return readFileSync(join(root, path), 'utf8');
    } catch {
      return undefined;
    }
  };
  return { files, has, readText, ...readOnDemand({ has, readText }, language) };
};
