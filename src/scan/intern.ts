import type { Specifier, SpecifierKind } from '../domain/specifier.js';
import { detachText } from '../util/detach-text.js';

const none: readonly Specifier[] = Object.freeze([]);

export interface Intern {
  specifiers(found: readonly Specifier[]): readonly Specifier[];
  name(name: string): string;
}

/**
 * Gives specifiers that say the same as one shared object, whose strings are copies. Ten thousand files that import
 * `react` need one such object, and none of them may keep the text of its file in memory.
 */
export const createIntern = (): Intern => {
  const plain = new Map<SpecifierKind, Map<string, Specifier>>();
  const named = new Map<string, Specifier>();
  const texts = new Map<string, string>();

  const share = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const copy = detachText(text);
    texts.set(copy, copy);
    return copy;
  };

  const intern = (specifier: Specifier): Specifier => {
    const { text, kind, names } = specifier;
    if (names === undefined) {
      const ofKind = plain.get(kind) ?? new Map<string, Specifier>();
      if (ofKind.size === 0) plain.set(kind, ofKind);
      const known = ofKind.get(text);
      if (known) return known;
      const made: Specifier = { text: share(text), kind };
      ofKind.set(made.text, made);
      return made;
    }
    const key = JSON.stringify([kind, text, names]);
    const known = named.get(key);
    if (known) return known;
    const made: Specifier = { text: share(text), kind, names: names.map(share) };
    named.set(key, made);
    return made;
  };

  return {
    specifiers: (found) => (found.length === 0 ? none : found.map(intern)),
    name: share,
  };
};
