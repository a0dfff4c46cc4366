import type { Specifier, SpecifierKind } from '../../../domain/specifier.js';
import { specifierAt } from './specifier-pool.js';

const few = 16;

/** What was found in one file, in order of appearance, each (text, kind) once. */
export class Findings {
  readonly #specifiers: Specifier[] = [];
  #seen: Set<string> | undefined;

  add(text: string, place: { readonly from: number; readonly to: number }, kind: SpecifierKind): void {
    if (place.to > place.from) this.#keep(specifierAt(text, place, kind));
  }

  /** How many were found so far: with `forgetAfter`, a way back for a reader that took a wrong turn. */
  get count(): number {
    return this.#specifiers.length;
  }

  forgetAfter(count: number): void {
    this.#specifiers.length = count;
    this.#seen = undefined;
  }

  get all(): Specifier[] {
    return this.#specifiers;
  }

  #keep(specifier: Specifier): void {
    if (this.#has(specifier)) return;
    this.#specifiers.push(specifier);
    this.#seen?.add(`${specifier.kind} ${specifier.text}`);
  }

  // Most files import a handful of things, for which a set costs more than looking.
  #has({ text, kind }: Specifier): boolean {
    if (this.#specifiers.length < few) {
      return this.#specifiers.some((other) => other.text === text && other.kind === kind);
    }
    this.#seen ??= new Set(this.#specifiers.map((other) => `${other.kind} ${other.text}`));
    return this.#seen.has(`${kind} ${text}`);
  }
}
