import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import type { UsedNames } from '../lexing/used-names.js';

/**
 * What reading one file has found so far. A file declares its package first, written as one would import all of it
 * (`a.b.*`, or `*` where it has none), and then the names that it gives to the package, each by itself.
 */
export class Findings {
  readonly #imports = new Set<string>();
  readonly #declared: string[] = [];
  readonly #own = new Set<string>();
  readonly #ignored: ReadonlySet<string>;
  #package = '';

  /** `ignored`: words that are noted as if they were names, and are none. */
  constructor(ignored: ReadonlySet<string> = new Set()) {
    this.#ignored = ignored;
  }

  inPackage(name: string): void {
    this.#package ||= name;
  }

  /** `as`: what the file calls it; undefined where it does not matter. */
  imports(text: string, as: string | undefined): void {
    this.#imports.add(text);
    if (as !== undefined) this.#own.add(as);
  }

  /** A name that means something of this very file in it, and nothing to others. */
  hasOwn(name: string): void {
    this.#own.add(name);
  }

  declares(name: string): void {
    this.#declared.push(name);
  }

  /** The specifiers of the file: its imports, then the names that it uses and does not have itself. */
  take(names: UsedNames, declare: Declare | undefined): Specifier[] {
    if (declare) {
      declare(this.#package === '' ? '*' : `${this.#package}.*`);
      for (const name of this.#declared) declare(name);
    }
    const specifiers: Specifier[] = [];
    for (const text of this.#imports) specifiers.push({ text, kind: 'import' });
    for (const name of names.take(this.#ignored)) if (!this.#own.has(name.text)) specifiers.push(name);
    return specifiers;
  }
}
