import { languageByEnding, languageByName } from '../domain/language-names.js';
import type { Language } from '../languages/language.js';

/** What tells the files of a language. */
type WithEndings = Pick<Language, 'endings'>;

export interface Known<L> {
  /** As in inventories: `typescript`; `other` where nothing is known. */
  readonly name: string;
  /** Reads the imports, for the languages that have any we know of. */
  readonly language: L | undefined;
}

/** Tells the language of a file from its name. */
export const createLanguageOf = <L extends WithEndings>(languages: readonly L[]): ((path: string) => Known<L>) => {
  const byEnding = new Map<string, Known<L>>();
  for (const [ending, name] of languageByEnding) byEnding.set(ending, { name, language: undefined });
  for (const language of languages) {
    for (const [ending, name] of Object.entries(language.endings)) byEnding.set(ending, { name, language });
  }
  const byName = new Map(
    [...languageByName].map(([name, language]) => [name, { name: language, language: undefined }]),
  );
  const other: Known<L> = { name: 'other', language: undefined };

  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const ending = dot < 0 ? '' : name.slice(dot);
    const known = byEnding.get(ending) ?? byEnding.get(ending.toLowerCase());
    if (known?.language) return known;
    return byName.get(name) ?? known ?? other;
  };
};

/** Tells the name of a file's language from its path alone. */
export const languageName = (languages: readonly WithEndings[]): ((path: string) => string) => {
  const languageOf = createLanguageOf(languages);
  return (path) => languageOf(path).name;
};
