import type { Declare } from '../language.js';
import { extensionsIn, partialTypeIn, typeIn } from './declared.js';

interface Block {
  readonly namespace: string;
  /** How deep its members stand. */
  readonly depth: number;
}

/** No namespace has a longer name; one block in another ten thousand times would make names of quadratic length. */
const longest = 1000;

/** Where in the nesting of namespaces and blocks a file is read, and what it has declared so far. */
export class Declarations {
  depth = 0;
  /** Names of the file's own types, nested ones too: whoever writes them here means these. */
  readonly own = new Set<string>();
  readonly #declare: Declare;
  readonly #blocks: Block[] = [];
  /** The depth at each `#if` that is open. */
  readonly #branches: number[] = [];

  constructor(declare: Declare) {
    this.#declare = declare;
  }

  get namespace(): string {
    return this.#blocks.at(-1)?.namespace ?? '';
  }

  /** `namespace A.B;` has its members at the same depth, `namespace A.B {` one deeper: that brace is still to come. */
  enterNamespace(name: string, deeper: 0 | 1): void {
    const outer = this.namespace;
    const namespace = outer === '' || outer.length > longest ? name : `${outer}.${name}`;
    this.#blocks.push({ namespace, depth: this.depth + deeper });
    this.#declare(namespace);
  }

  /** Says whether the type may have parts in other files. */
  addType(name: string, partial: boolean): boolean {
    const topLevel = this.depth === (this.#blocks.at(-1)?.depth ?? 0);
    if (topLevel) this.#declare((partial ? partialTypeIn : typeIn)(this.namespace, name));
    if (topLevel && partial) return true;
    this.own.add(name);
    return false;
  }

  addExtensions(): void {
    this.#declare(extensionsIn(this.namespace));
  }

  close(): void {
    this.#descendTo(Math.max(0, this.depth - 1));
  }

  /**
   * All branches of an `#if` are read, but each begins where the first did: `class A {` may be written once in each of
   * them and closed only once.
   */
  branch(directive: string): void {
    if (directive === 'if') this.#branches.push(this.depth);
    else if (directive === 'endif') this.#branches.pop();
    else if (directive === 'else' || directive === 'elif') this.#descendTo(this.#branches.at(-1) ?? this.depth);
  }

  #descendTo(depth: number): void {
    this.depth = depth;
    while (this.#blocks.length > 0 && this.#blocks.at(-1)!.depth > depth) this.#blocks.pop();
  }
}
