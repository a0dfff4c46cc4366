import type { ProjectView } from '../../src/languages/language.js';

/** A project in memory: paths with their texts. `hidden` files can be read but are not in the inventory. */
export const projectView = (
  texts: Readonly<Record<string, string>>,
  hidden: Readonly<Record<string, string>> = {},
): ProjectView => {
  const files = Object.keys(texts).sort();
  const all = new Map(Object.entries({ ...hidden, ...texts }));
  const listed = new Set(files);
  return { files, has: (path) => listed.has(path), readText: (path) => all.get(path) };
};
