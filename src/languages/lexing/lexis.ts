/** What begins at a sign, and where it has ended. */
export type Piece =
  | { readonly kind: 'comment'; readonly end: number }
  /** The text of a literal stands between `from` and `to`, its delimiters around it. */
  | { readonly kind: 'text'; readonly from: number; readonly to: number; readonly end: number }
  /** Code in which a sign means something else: a regular expression, a number, a lifetime. */
  | { readonly kind: 'code'; readonly end: number };

/** Reads a text from its start on, sign by sign. */
export interface Pieces {
  /** Where the first sign is looked for, if not at the start. */
  readonly start?: number;
  /** Given a sign and where it stands; undefined where nothing begins. Never ends before the sign does. */
  at(at: number, sign: string): Piece | undefined;
}

/** How comments and literals are told from code in a language, for those who do not read it word by word. */
export interface Lexis {
  /** Finds the next sign at which a comment or a literal may begin, or go on behind code that stands in it. */
  readonly signs: RegExp;
  pieces(text: string): Pieces;
}

export const commentTo = (end: number): Piece => ({ kind: 'comment', end });
export const codeTo = (end: number): Piece => ({ kind: 'code', end });

/** A literal whose text begins at `from`; `end` is behind `closing`, or where a literal that is not closed ends. */
export const textTo = (text: string, from: number, { end, closing }: { end: number; closing: string }): Piece => {
  const to = end - closing.length;
  return { kind: 'text', from, to: to >= from && text.startsWith(closing, to) ? to : Math.max(from, end), end };
};

/** Literals that were left for the code in them, and go on behind the brace that closes it. */
export class Holes {
  readonly #left: { braces: number; readonly goOn: (from: number) => Piece }[] = [];

  leave(goOn: (from: number) => Piece): void {
    this.#left.push({ braces: 0, goOn });
  }

  /** Given a brace: what goes on behind it. */
  brace(sign: string, at: number): Piece | undefined {
    const inner = this.#left[this.#left.length - 1];
    if (inner === undefined) return undefined;
    if (sign === '{') inner.braces++;
    else if (inner.braces-- === 0) {
      this.#left.pop();
      return inner.goOn(at + 1);
    }
    return undefined;
  }
}
