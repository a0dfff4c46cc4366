/**
 * A finite automaton that follows how o200k_base cuts text into pieces: words (a space or one punctuation mark before
 * them belongs to them, `camelCase` is two), up to three digits, runs of punctuation with the newlines behind them, runs
 * of whitespace. Each character leads to a state; each state has features, such as "fifth letter of a lower-case word";
 * the estimate is the sum of the features' weights. So a character costs a few table lookups and an addition, and fitting
 * the weights is linear regression.
 */

/** Classes of characters; the number of a class is its index. */
// biome-ignore format: a list of words reads best as lines
const classes = [
  'space', 'tab', 'newline', 'digit', 'vowel', 'consonant', 'rare', 'upper', 'underscore', 'open', 'close', 'quote',
  'separator', 'dot', 'rule', 'odd', 'control', 'accented', 'cyrillic', 'semitic', 'indic',
  'letter', 'kana', 'ideograph', 'hangul', 'symbol', 'surrogate',
] as const;
type Class = (typeof classes)[number];

const ascii: readonly (readonly [Class, string])[] = [
  ['space', ' '],
  ['tab', '\t\v\f'],
  ['newline', '\n\r'],
  ['digit', '0123456789'],
  ['vowel', 'aeiou'],
  ['consonant', 'bcdfghlmnprsty'],
  ['rare', 'jkqvwxz'],
  ['upper', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['underscore', '_'],
  ['open', '([{<'],
  ['close', ')]}>'],
  ['quote', '"\'`'],
  ['separator', ',;:'],
  ['dot', '.'],
  ['rule', '-=*/#~+'],
  ['odd', '!@$%^&|\\?'],
];

/** Classes above ASCII, by the first code unit of each range. */
const ranges: readonly (readonly [number, Class])[] = [
  [0x80, 'symbol'],
  [0xc0, 'accented'],
  [0x250, 'letter'],
  [0x400, 'cyrillic'],
  [0x530, 'letter'],
  [0x590, 'semitic'],
  [0x780, 'letter'],
  [0x900, 'indic'],
  [0x1000, 'letter'],
  [0x2000, 'symbol'],
  [0x2c00, 'letter'],
  [0x3000, 'kana'],
  [0x3200, 'ideograph'],
  [0xac00, 'hangul'],
  [0xd800, 'surrogate'],
  [0xe000, 'symbol'],
  [0xf900, 'ideograph'],
  [0xfb00, 'letter'],
  [0xff00, 'ideograph'],
];

const classTable = (): Uint8Array => {
  const table = new Uint8Array(65_536).fill(classes.indexOf('control'), 0, 0x80);
  ranges.forEach(([from, name], i) => {
    table.fill(classes.indexOf(name), from, ranges[i + 1]?.[0] ?? table.length);
  });
  for (const [name, characters] of ascii) {
    for (const character of characters) table[character.charCodeAt(0)] = classes.indexOf(name);
  }
  return table;
};

/** What the automaton remembers: the run it is in. */
interface State {
  readonly run: 'start' | 'word' | 'digits' | 'space' | 'indent' | 'newline' | 'punctuation' | 'wide';
  /** How the run began or what it is made of; the words depend on the run. */
  readonly kind: string;
  /** Characters in it so far, up to a limit. */
  readonly length: number;
  /** Consonants in a row, in words. */
  readonly hard: number;
}

const longest = { word: 13, space: 4, indent: 9, punctuation: 5, hard: 5 } as const;
const state = (run: State['run'], kind = '', length = 1, hard = 0): State => ({ run, kind, length, hard });

/** What stood before a word, as far as that decides whether it costs a token of its own. */
const lead = ({ run, kind, length }: State): string => {
  if (run === 'space' || run === 'indent') return length === 1 ? 'space' : 'wide-space';
  if (run === 'punctuation') return length === 1 ? kind : 'punctuation-run';
  return run;
};

const inWord = (from: State, to: 'vowel' | 'consonant' | 'rare' | 'upper'): State => {
  const hard = to === 'vowel' ? 0 : Math.min(from.run === 'word' ? from.hard + 1 : 1, longest.hard);
  if (from.run !== 'word') return state('word', `${to === 'upper' ? 'upper' : 'lower'} after ${lead(from)}`, 1, hard);
  const shape = from.kind.split(' ')[0]!;
  const length = Math.min(from.length + 1, longest.word);
  if (to !== 'upper') return state('word', shape === 'upper' && from.length === 1 ? 'capital' : shape, length, hard);
  return shape === 'upper' ? state('word', 'upper', length, hard) : state('word', 'upper after hump', 1, hard);
};

const next = (from: State, to: Class): State => {
  switch (to) {
    case 'space':
    case 'tab': {
      const line = from.run === 'indent' || from.run === 'newline' || from.run === 'start';
      const run = line ? 'indent' : 'space';
      const length = from.run === run ? Math.min(from.length + 1, longest[run]) : 1;
      return state(run, to, length);
    }
    case 'newline':
      return from.run === 'newline' ? state('newline', 'newline', 2) : state('newline', from.run);
    case 'digit':
      return from.run === 'digits' ? state('digits', '', (from.length % 3) + 1) : state('digits', lead(from));
    case 'vowel':
    case 'consonant':
    case 'rare':
    case 'upper':
      return inWord(from, to);
    case 'control':
    case 'accented':
    case 'cyrillic':
    case 'semitic':
    case 'indic':
    case 'letter':
    case 'kana':
    case 'ideograph':
    case 'hangul':
    case 'symbol':
    case 'surrogate':
      return state('wide', from.run === 'wide' && from.kind.endsWith(to) ? `more ${to}` : to);
    default: {
      if (from.run !== 'punctuation') return state('punctuation', to, 1);
      return state('punctuation', to, Math.min(from.length + 1, longest.punctuation));
    }
  }
};

const featuresOf = ({ run, kind, length, hard }: State): readonly string[] => {
  switch (run) {
    case 'start':
      return [];
    case 'word': {
      const [shape, , before] = kind.split(' ');
      const features = [`${shape} letter ${length}`];
      if (before) features.push(`word after ${before}`);
      if (hard >= 3) features.push(`${shape === 'upper' ? 'upper' : 'consonant'} ${hard} in a row`);
      return features;
    }
    case 'digits':
      return [`digit ${length}${kind ? ` after ${kind}` : ''}`];
    case 'newline':
      return [`newline ${length === 2 ? 'again' : `after ${kind}`}`];
    case 'wide':
      return [kind];
    default:
      return [`${run} ${length}`, `${run} of ${kind}${run === 'punctuation' ? ` ${Math.min(length, 2)}` : ''}`];
  }
};

const key = ({ run, kind, length, hard }: State): string => `${run}|${kind}|${length}|${hard}`;

/** Bits of a class number; a transition stands at `(state << classBits) | class`. */
export const classBits = 5;

interface Automaton {
  readonly classOf: Uint8Array;
  readonly transitions: Uint16Array;
  /** Names of the features, in the order in which states were found, which is always the same. */
  readonly features: readonly string[];
  /** By state: the indices of its features. */
  readonly featuresOf: readonly (readonly number[])[];
}

export const buildAutomaton = (): Automaton => {
  const states: State[] = [state('start')];
  const numbers = new Map([[key(states[0]!), 0]]);
  const transitions: number[] = [];
  for (let from = 0; from < states.length; from++) {
    for (let number = 0; number < 1 << classBits; number++) {
      const name = classes[number];
      if (name === undefined) {
        transitions.push(0);
        continue;
      }
      const to = next(states[from]!, name);
      const toKey = key(to);
      let known = numbers.get(toKey);
      if (known === undefined) {
        known = states.push(to) - 1;
        numbers.set(toKey, known);
      }
      transitions.push(known);
    }
  }
  const names = states.map(featuresOf);
  const features = [...new Set(names.flat())];
  return {
    classOf: classTable(),
    transitions: new Uint16Array(transitions),
    features,
    featuresOf: names.map((own) => own.map((name) => features.indexOf(name))),
  };
};
