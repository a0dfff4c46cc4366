import type { Specifier, SpecifierKind } from '../../domain/specifier.js';

interface Mention {
  readonly text: string;
  readonly kind: SpecifierKind;
  /** The module itself was imported, not only names of it. */
  whole: boolean;
  readonly names: Set<string>;
}

/**
 * What a file imports, each (module, kind) once, in order of appearance. A module that is imported again adds its names
 * to the first mention. `import a` beside `from a import b` becomes the name `*`, which likewise stands for the module
 * itself: without it, `b` being a submodule would hide that `a` was imported too.
 *
 * One specifier per name was rejected: reading cannot tell a submodule from a function, so a file that takes ten
 * functions from a module would seem to be tied to it ten times.
 */
export class Mentions {
  readonly #mentions = new Map<string, Mention>();

  addModule(text: string, kind: SpecifierKind): void {
    this.#mention(text, kind).whole = true;
  }

  addNames(text: string, kind: SpecifierKind, names: readonly string[]): void {
    const mention = this.#mention(text, kind);
    for (const name of names) mention.names.add(name);
  }

  specifiers(): Specifier[] {
    return Array.from(this.#mentions.values(), ({ text, kind, whole, names }) => {
      if (names.size === 0) return { text, kind };
      if (whole) names.add('*');
      return { text, kind, names: [...names] };
    });
  }

  #mention(text: string, kind: SpecifierKind): Mention {
    const key = `${kind} ${text}`;
    let mention = this.#mentions.get(key);
    if (!mention) {
      mention = { text, kind, whole: false, names: new Set() };
      this.#mentions.set(key, mention);
    }
    return mention;
  }
}
