import { hashOfText } from '../lexing/hash.js';

/**
 * What a word in lower case means to what follows it. The numbers also stand for the last token where that was a word;
 * those of punctuation are its character codes, which are all higher.
 */
export const word = {
  plain: 0,
  /** A type, so that a name after it is being declared: `int Count`. Names of types count as such, too. */
  type: 1,
  making: 2,
  /** `x is Type`, `x as Type`, `case Type:`: a type may stand right before a semicolon. */
  testing: 3,
  /** A modifier or statement: certainly no type. */
  keyword: 4,
  class: 5,
  enum: 6,
  record: 7,
  delegate: 8,
  namespace: 9,
  using: 10,
  partial: 11,
  this: 12,
  extension: 13,
  global: 14,
} as const;

/** Contextual keywords count wherever they stand: as names they are rare, and what follows them is seldom misread. */
export const wordsByKind: Readonly<Record<string, readonly string[]>> = {
  type: 'bool byte sbyte short ushort int uint long ulong nint nuint float double decimal char string object void var dynamic'.split(
    ' ',
  ),
  making: ['new'],
  testing: 'is as case not or and'.split(' '),
  keyword: (
    'public private protected internal static readonly sealed abstract virtual override const return throw if else ' +
    'for foreach while do switch break continue default try catch finally in out ref params base null true false get ' +
    'set init where select from async await typeof nameof sizeof checked unchecked lock yield event operator implicit ' +
    'explicit extern unsafe fixed goto stackalloc volatile let on equals by into join group orderby ascending ' +
    'descending when with required scoped file add remove value alias'
  ).split(' '),
  class: ['class', 'struct', 'interface'],
  enum: ['enum'],
  record: ['record'],
  delegate: ['delegate'],
  namespace: ['namespace'],
  using: ['using'],
  partial: ['partial'],
  this: ['this'],
  extension: ['extension'],
  global: ['global'],
};

const size = 1 << 12;
const placeOf = (hash: number): number => (hash ^ (hash >>> 16)) & (size - 1);

/**
 * Every word in lower case is looked up, by its hash alone: to compare its characters, too, would cost as much as all
 * the rest. That no two keywords share a place is held by a test; that another word has the hash of one of some hundred
 * keywords is less likely than a wrong bit in memory.
 */
const hashes = new Int32Array(size);
const meanings = new Uint8Array(size);
for (const [kind, words] of Object.entries(wordsByKind)) {
  for (const one of words) {
    const hash = hashOfText(one, 0, one.length);
    hashes[placeOf(hash)] = hash;
    meanings[placeOf(hash)] = word[kind as keyof typeof word];
  }
}

export const kindOfHash = (hash: number): number => {
  const place = placeOf(hash);
  return hashes[place] === hash ? meanings[place] : word.plain;
};

export const kindOfWord = (text: string, from: number, to: number): number => kindOfHash(hashOfText(text, from, to));
