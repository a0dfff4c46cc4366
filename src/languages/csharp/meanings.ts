import type { ChosenFiles } from './chosen-files.js';
import type { DeclaredType, Namespaces } from './namespaces.js';
import type { Scope } from './scopes.js';

/** What can be said of a name whoever writes it. Most names mean nothing that the project declares. */
interface Meaning {
  readonly head: string;
  /** The types that its head may be, if it is visible. */
  readonly types: readonly DeclaredType[];
  /** The whole where the head may be a namespace; '' otherwise. */
  readonly qualified: string;
  /** What follows the head, with its dot. */
  readonly rest: string;
  /** Written as an attribute, whose ending may be left out. */
  readonly attribute: boolean;
  /** Set for `global::A.B`, which means the same to everyone. */
  readonly absolute?: DeclaredType | undefined;
}

const nothing: Meaning = { head: '', types: [], qualified: '', rest: '', attribute: false };
const globally = 'global::';

/** Finds the type that a name means in a file. */
export class Meanings {
  readonly #namespaces: Namespaces;
  readonly #files: ChosenFiles;
  readonly #known = new Map<string, Meaning>();

  constructor(namespaces: Namespaces, files: ChosenFiles) {
    this.#namespaces = namespaces;
    this.#files = files;
  }

  find(text: string, scope: Scope): DeclaredType | undefined {
    let meaning = this.#known.get(text);
    if (meaning === undefined) {
      meaning = this.#make(text);
      this.#known.set(text, meaning);
    }
    if (scope.aliases.size > 0) {
      const { head, rest } = meaning === nothing ? parts(text) : meaning;
      for (const target of scope.aliases.get(head) ?? []) {
        const found = this.#qualified(target + rest, scope);
        if (found) return found;
      }
    }
    if (meaning === nothing) return undefined;
    if (meaning.absolute) return meaning.absolute;
    const type = meaning.types.length > 0 ? this.#files.choose(meaning.types, scope) : undefined;
    if (type || meaning.qualified === '') return type;
    if (!meaning.attribute) return this.#qualified(meaning.qualified, scope);
    return this.#qualified(`${meaning.qualified}Attribute`, scope) ?? this.#qualified(meaning.qualified, scope);
  }

  #qualified(name: string, { bases }: Scope): DeclaredType | undefined {
    for (const base of bases) {
      // Its first part must be a namespace there: that it is no type which the file sees was found before.
      const found =
        base === '' ? this.#namespaces.type(name) : this.#namespaces.type(`${base}.${name}`, base.length + 2);
      if (found) return found;
    }
    return undefined;
  }

  #make(text: string): Meaning {
    if (text.startsWith(globally)) {
      const absolute = this.#namespaces.type(text.slice(globally.length));
      return absolute ? { ...nothing, absolute } : nothing;
    }
    const { head, rest, attribute } = parts(text);
    const types = attribute
      ? (this.#namespaces.typesNamed(`[${head}`) ?? this.#namespaces.typesNamed(head))
      : (this.#namespaces.typesNamed(head) ?? this.#namespaces.typesNamed(`[${head}`));
    const qualified = rest !== '' && this.#namespaces.isPart(head) ? head + rest : '';
    if (!types && qualified === '') return nothing;
    return { head, types: types ?? [], qualified, rest, attribute };
  }
}

const parts = (text: string): { head: string; rest: string; attribute: boolean } => {
  const attribute = text.startsWith('[');
  const name = attribute ? text.slice(1) : text;
  const dot = name.indexOf('.');
  if (dot < 0) return { head: name, rest: '', attribute };
  return { head: name.slice(0, dot), rest: name.slice(dot), attribute };
};
