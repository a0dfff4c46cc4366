import type { KnownLanguage, Language } from './language.js';

/** Loads those languages that have files among the paths. The others would only take time: no file asks for them. */
export const loadLanguages = (known: readonly KnownLanguage[], paths: Iterable<string>): Promise<Language[]> => {
  const found = new Set<string>();
  for (const path of paths) found.add(path.slice(path.lastIndexOf('.')));
  for (const ending of [...found]) found.add(ending.toLowerCase());
  const wanted = known.filter(({ endings }) => Object.keys(endings).some((ending) => found.has(ending)));
  return Promise.all(wanted.map((language) => language.load()));
};
