import { type Heredoc, heredocText } from './heredocs.js';
import { type Delimited, delimitedText, type TextEnd } from './literals.js';

/** A literal in which code stands, to be gone on with behind the code. */
interface Outer {
  readonly literal: Delimited | Heredoc;
  /** Braces open around it. */
  readonly braces: number;
  /** Heredocs whose bodies come behind this one. */
  readonly waiting: readonly Heredoc[];
}

/** More heredocs than this on a line are none; each costs a step for every other. */
const mostOnLine = 20;

/**
 * Literals within code within literals: `"a #{b ? "c #{d}" : <<~E} f"`. Each step says where code goes on, and `inside`
 * whether that is within the literal or behind it.
 */
export class Nesting {
  readonly #text: string;
  readonly #outer: Outer[] = [];
  readonly #end: TextEnd = { at: 0, code: false };
  #braces = 0;
  #waiting: readonly Heredoc[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get inside(): boolean {
    return this.#end.code;
  }

  get awaitsBodies(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the end of the line or a brace means more than elsewhere. */
  get needsCare(): boolean {
    return this.#waiting.length > 0 || this.#outer.length > 0;
  }

  literal(literal: Delimited, from: number): number {
    delimitedText(this.#text, from, literal, this.#end);
    return this.#after(literal, []);
  }

  /** A heredoc whose body begins with the next line. */
  heredoc(heredoc: Heredoc): void {
    if (this.#waiting.length < mostOnLine) this.#waiting = [...this.#waiting, heredoc];
  }

  openBrace(): void {
    this.#braces++;
  }

  /** One that fits nothing open is passed over. */
  closeBrace(at: number): number {
    this.#end.code = false;
    if (this.#braces > 0) {
      this.#braces--;
      return at + 1;
    }
    const outer = this.#outer.pop();
    if (!outer) return at + 1;
    this.#braces = outer.braces;
    if ('close' in outer.literal) return this.literal(outer.literal, at + 1);
    this.#waiting = [outer.literal, ...outer.waiting];
    return this.bodies(at + 1);
  }

  /** Past the bodies of the heredocs that wait, to the end of their last line, or into the code in one of them. */
  bodies(from: number): number {
    const waiting = this.#waiting;
    this.#waiting = [];
    let at = from;
    for (let index = 0; index < waiting.length; index++) {
      // The body of the next one begins on the next line.
      if (index > 0) at++;
      heredocText(this.#text, at, waiting[index], this.#end);
      if (this.#end.code) return this.#after(waiting[index], waiting.slice(index + 1));
      at = this.#end.at;
    }
    return at;
  }

  #after(literal: Delimited | Heredoc, waiting: readonly Heredoc[]): number {
    if (this.#end.code) {
      this.#outer.push({ literal, braces: this.#braces, waiting });
      this.#braces = 0;
    }
    return this.#end.at;
  }
}
