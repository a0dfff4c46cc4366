import { characterTable, isBlank, isDigit, isUpper, isWordPart, mark } from '../lexing/characters.js';
import { jumps, type Meaning, meanings, operators } from './words.js';

// Most of a program needs no decisions: names, blanks, dots and commas follow each other, and all that must be known of
// them is what the last one was. A table says what each character makes of that; only where it says LOOK must the
// reader stop. Deciding at every token instead took about a fifth longer.

/** What stands before a place: it decides whether `/` divides and whether `if` opens a block. */
export const AT_START = 0;
export const AFTER_OPERATOR = 1;
/** `return`: a value may follow, but an `if` does not open a block. */
const AFTER_JUMP = 2;
/** A name: `puts /x/` gives it a regular expression, `a / x` divides it. */
export const AFTER_NAME = 3;
export const AFTER_VALUE = 4;
export const AFTER_DOT = 5;

/** Where a line begins, and `=begin` or `__END__` may stand. */
export const AT_LINE = 6;
/** Behind a colon that may begin a symbol. */
export const AFTER_COLON = 7;
/** Behind the colon of `name:`, unless another one follows. */
export const AFTER_LABEL = 8;
export const IN_NAME = 9;
const IN_VARIABLE = 10;
const IN_SYMBOL = 11;
const IN_NUMBER = 12;
const firstOfWords = 13;

/** A character that the table cannot decide on. */
export const LOOK = 255;

// Classes of characters: 1 to 26 are the small letters, which words are told by.
const UNDERSCORE = 27;
const DIGIT = 28;
const CAPITAL = 29;
const LETTER = 30;
const BLANK = 31;
const DOT = 32;
const AT = 33;
const EXCLAMATION = 34;
const OPERATOR = 35;
const CLOSING = 36;
const EQUALS = 37;
const COLON = 38;
const QUESTION = 39;
const NEWLINE = 40;
const SEMICOLON = 41;
const OPEN_BRACE = 42;
const CLOSE_BRACE = 43;
const SPECIAL = 44;
export const classBits = 6;

const signs = new Set([...',>+-*&|~^[('].map((sign) => sign.charCodeAt(0)));

const classOfSign = new Map([
  [mark.dot, DOT],
  [mark.at, AT],
  [33, EXCLAMATION],
  [mark.closeParen, CLOSING],
  [mark.closeBracket, CLOSING],
  [mark.equals, EQUALS],
  [mark.colon, COLON],
  [63, QUESTION],
  [mark.newline, NEWLINE],
  [mark.semicolon, SEMICOLON],
  [mark.openBrace, OPEN_BRACE],
  [mark.closeBrace, CLOSE_BRACE],
]);

const classFor = (code: number): number => {
  if (code >= 97 && code <= 122) return code - 96;
  if (code === 95) return UNDERSCORE;
  if (isDigit(code)) return DIGIT;
  if (isUpper(code)) return CAPITAL;
  if (isWordPart(code)) return LETTER;
  if (isBlank(code)) return BLANK;
  return classOfSign.get(code) ?? (signs.has(code) ? OPERATOR : SPECIAL);
};

export const classOf = characterTable(classFor);

interface Node {
  readonly state: number;
  readonly next: Map<number, Node>;
  word: string;
}

/** States by number: what is behind a place once the word at it has ended. */
export const behind = new Uint8Array(256);
/** What a word that has just ended means, by state. */
export const meant: (Meaning | undefined)[] = new Array(256).fill(undefined);
/** Whether the word that has just ended began behind a value. */
export const behindValue: boolean[] = new Array(256).fill(false);
export const table = new Uint8Array(256 << classBits).fill(LOOK);
/** The same for where heredocs wait for the end of the line, or code in a literal for its closing brace. */
export const carefulTable = new Uint8Array(256 << classBits).fill(LOOK);

let states = firstOfWords;

const nodeFor = (words: Iterable<string>): Node => {
  const root: Node = { state: AT_START, next: new Map(), word: '' };
  for (const word of words) {
    let node = root;
    for (const letter of word) {
      const own = classFor(letter.charCodeAt(0));
      const found: Node = node.next.get(own) ?? { state: states++, next: new Map(), word: '' };
      node.next.set(own, found);
      node = found;
    }
    node.word = word;
  }
  return root;
};

const isWordClass = (own: number): boolean => own >= 1 && own <= LETTER;

const afterSign = new Map([
  [DIGIT, IN_NUMBER],
  [AT, IN_VARIABLE],
  [CLOSING, AFTER_VALUE],
  [CLOSE_BRACE, AFTER_VALUE],
  [OPERATOR, AFTER_OPERATOR],
  [EQUALS, AFTER_OPERATOR],
  [EXCLAMATION, AFTER_OPERATOR],
  [SEMICOLON, AT_START],
  [OPEN_BRACE, AT_START],
]);

/** What a character makes of a place that is not inside a word. */
const between = (state: number, own: number, root: Node): number => {
  const always = afterSign.get(own);
  if (always !== undefined) return always;
  if (own === BLANK) return state;
  if (own === NEWLINE) return state === AFTER_DOT ? AFTER_DOT : AT_LINE;
  if (own === COLON) return state === AFTER_DOT ? LOOK : AFTER_COLON;
  if (own === DOT) return state === AFTER_DOT ? AFTER_OPERATOR : AFTER_DOT;
  if (own === CAPITAL) return state === AFTER_DOT ? IN_NAME : LOOK;
  if (own === SPECIAL || own === QUESTION) return LOOK;
  return state === AFTER_DOT ? IN_NAME : (root.next.get(own)?.state ?? IN_NAME);
};

const fill = (state: number, decide: (own: number) => number): void => {
  for (let own = 1; own <= SPECIAL; own++) {
    const next = decide(own);
    const careful = own === NEWLINE || own === OPEN_BRACE || own === CLOSE_BRACE;
    table[(state << classBits) | own] = next;
    carefulTable[(state << classBits) | own] = careful ? LOOK : next;
  }
};

/** What belongs to a name: `empty?`, `save!`, `name:`. */
const endOfName = (own: number): number | undefined => {
  if (own === EXCLAMATION || own === QUESTION) return AFTER_NAME;
  return own === COLON ? AFTER_LABEL : undefined;
};

const fillWords = (node: Node, isBehind: boolean, root: Node): void => {
  for (const child of node.next.values()) {
    const after = operators.includes(child.word)
      ? AFTER_OPERATOR
      : jumps.includes(child.word)
        ? AFTER_JUMP
        : AFTER_NAME;
    const meaning = meanings.get(child.word);
    behind[child.state] = after;
    meant[child.state] = meaning;
    behindValue[child.state] = isBehind;
    fill(child.state, (own) => {
      if (isWordClass(own)) return child.next.get(own)?.state ?? IN_NAME;
      if (meaning !== undefined) return LOOK;
      return endOfName(own) ?? between(after, own, root);
    });
    fillWords(child, isBehind, root);
  }
};

const all = [...meanings.keys(), ...operators, ...jumps];
const expecting = nodeFor(all);
// Only these mean something else behind a value; the rest of the words is shared.
const other = nodeFor(all.filter((word) => /^[iuw]/.test(word)));
const following: Node = { ...expecting, next: new Map([...expecting.next, ...other.next]) };

for (const state of [AT_START, AFTER_OPERATOR, AFTER_JUMP, AFTER_NAME, AFTER_VALUE, AFTER_DOT]) {
  behind[state] = state;
  fill(state, (own) => between(state, own, state <= AFTER_OPERATOR ? expecting : following));
}
behind[AT_LINE] = AT_START;
fill(AT_LINE, (own) => {
  if (own === EQUALS || own === UNDERSCORE) return LOOK;
  return own === NEWLINE ? AT_LINE : between(AT_START, own, expecting);
});
behind[AFTER_LABEL] = AFTER_OPERATOR;
fill(AFTER_LABEL, (own) => (own === COLON ? LOOK : between(AFTER_OPERATOR, own, expecting)));
fill(AFTER_COLON, (own) => {
  if (isWordClass(own) && own !== DIGIT) return IN_SYMBOL;
  return own === BLANK || own === NEWLINE ? between(AFTER_OPERATOR, own, expecting) : LOOK;
});
for (const [state, after] of [
  [IN_NAME, AFTER_NAME],
  [IN_VARIABLE, AFTER_VALUE],
  [IN_SYMBOL, AFTER_VALUE],
  [IN_NUMBER, AFTER_VALUE],
]) {
  behind[state] = after;
  fill(state, (own) => {
    if (isWordClass(own)) return state;
    if (own === AT && state === IN_VARIABLE) return state;
    const ended = state === IN_NAME ? endOfName(own) : undefined;
    if (state === IN_SYMBOL && (own === EXCLAMATION || own === QUESTION)) return AFTER_VALUE;
    return ended ?? between(after, own, following);
  });
}
fillWords(expecting, false, following);
fillWords(other, true, following);
