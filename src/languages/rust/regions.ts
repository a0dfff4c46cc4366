/**
 * What the braces around a place make of it:
 * - `module`: items stand here that others can name
 * - `body`: of a function, a type, an implementation; what is declared inside is its own affair
 * - `template`: of a macro's definition; code only where the macro is used
 * - `quoted`: code that a program writes for another crate
 */
type RegionKind = 'module' | 'body' | 'template' | 'quoted';

interface Region {
  readonly kind: RegionKind;
  /** The inline modules around, outermost first: `a::b`; '' in the module that is the file. */
  readonly nest: string;
  /** How many braces and how many brackets are open around it. */
  readonly braces: number;
  readonly brackets: number;
}

const deepest = 32;

/** Follows braces and brackets through a file. Braces that open no region, as those of `cfg_if!`, belong to the one around. */
export class Regions {
  readonly #open: Region[] = [{ kind: 'module', nest: '', braces: -1, brackets: -1 }];
  #top = this.#open[0]!;
  #braces = 0;
  #brackets = 0;
  /** Set between an item's keyword and its body: what the next brace opens, and the brackets around the item. */
  #expected: { readonly kind: RegionKind; readonly brackets: number } | undefined;

  get kind(): RegionKind {
    return this.#top.kind;
  }

  get nest(): string {
    return this.#top.nest;
  }

  /** Whether this is still the head of an item: the `const` of `impl<const N: usize>` begins none. */
  get isInHead(): boolean {
    return this.#expected !== undefined && this.#expected.brackets <= this.#brackets;
  }

  /** The next brace opens this, unless a semicolon comes first. */
  expect(kind: RegionKind): void {
    // In `fn f(x: impl X) {` it is still the function whose body comes.
    if (this.#expected && this.#expected.brackets < this.#brackets) return;
    this.#expected = { kind, brackets: this.#brackets };
  }

  openModule(name: string): void {
    // Names of modules within modules add up: nobody nests them this deep.
    if (this.#open.length > deepest) this.#push('body', this.nest);
    else this.#push('module', this.nest === '' ? name : `${this.nest}::${name}`);
  }

  openBrace(): void {
    const expected = this.#expected;
    if (expected && expected.brackets === this.#brackets) this.#push(expected.kind, this.nest);
    else this.#braces++;
  }

  closeBrace(): void {
    if (this.#braces > 0) this.#braces--;
    if (this.#top.braces === this.#braces) this.#pop();
  }

  openBracket(): void {
    const expected = this.#expected;
    // Macros may be defined between parentheses, too.
    if (
      expected &&
      (expected.kind === 'template' || expected.kind === 'quoted') &&
      expected.brackets === this.#brackets
    ) {
      this.#open.push({ kind: expected.kind, nest: this.nest, braces: -1, brackets: this.#brackets });
      this.#top = this.#open.at(-1)!;
      this.#expected = undefined;
    }
    this.#brackets++;
  }

  closeBracket(): void {
    if (this.#brackets > 0) this.#brackets--;
    if (this.#top.brackets === this.#brackets && this.#top.braces < 0) this.#pop();
  }

  semicolon(): void {
    if (this.#expected?.brackets === this.#brackets) this.#expected = undefined;
  }

  #push(kind: RegionKind, nest: string): void {
    this.#top = { kind, nest, braces: this.#braces++, brackets: this.#brackets };
    this.#open.push(this.#top);
    this.#expected = undefined;
  }

  /** With the brackets that were open before: one too many inside does not spoil what follows. */
  #pop(): void {
    if (this.#open.length === 1) return;
    this.#brackets = this.#top.brackets;
    this.#open.pop();
    this.#top = this.#open.at(-1)!;
    this.#expected = undefined;
  }
}
