import { buildAutomaton, classBits } from './automaton.js';
import { letterBits, letterTable, pairTable } from './pairs.js';
import { languageWeights, pairWeights } from './weights.js';

/** Languages without weights of their own that look much like one that has them. */
const likeness: Readonly<Record<string, string>> = { vue: 'html', svelte: 'html', csharp: 'java', scss: 'css' };

const named = (language: string) => (Object.hasOwn(languageWeights, language) ? languageWeights[language] : undefined);

const weightsOf = (language: string) => {
  const like = Object.hasOwn(likeness, language) ? likeness[language]! : 'general';
  return named(language) ?? named(like) ?? languageWeights.general!;
};

export const bytesPerToken = (language: string): number => weightsOf(language).bytesPerToken;

/**
 * Long texts are sampled: this many windows of this many characters, evenly spaced, stand for the whole. A file of
 * 64 KB or more is rarely of two kinds, and the windows see both if it is.
 */
const window = 4_096;
const windows = 16;

/**
 * Of a text of ASCII of at least this many characters, every second stretch of 128 stands for the next one too; of one
 * four times as long, every fourth. Stretches so short see all parts of a text: on held-out code the error at the 95th
 * percentile is 9.5 % where reading everything gives 8.6 %, in half the time.
 */
const sampledFrom = 1_536;
const stretch = 128;

/** All bytes, not only those of ASCII: a file that is not UTF-8 has one unreadable character for each bad byte. */
const byteBits = 8;
const byteMask = (1 << byteBits) - 1;

type Estimate = (text: string, language: string, bytes: number) => number;

export const estimator = (): Estimate => {
  const { classOf, transitions, featuresOf } = buildAutomaton();
  const letters = letterTable();
  const pairs = pairTable(pairWeights);
  // Class and letter share an entry: one lookup instead of two.
  const codes = new Uint16Array(classOf.length);
  for (let code = 0; code < codes.length; code++) codes[code] = (letters[code]! << classBits) | classOf[code]!;
  const classMask = (1 << classBits) - 1;
  const stateWeights = new Map<unknown, Float64Array>();

  const weigh = (language: string): Float64Array => {
    const weights = weightsOf(language);
    const known = stateWeights.get(weights);
    if (known) return known;
    const sum = (own: readonly number[]) => own.reduce((total, feature) => total + weights.features[feature]!, 0);
    const byState = Float64Array.from(featuresOf, sum);
    stateWeights.set(weights, byState);
    return byState;
  };

  const ofText = (text: string, byState: Float64Array): number => {
    let state = 0;
    let letter = 0;
    let sum = 0;
    for (let i = 0; i < text.length; i++) {
      const code = codes[text.charCodeAt(i)]!;
      const before = letter;
      letter = code >> classBits;
      state = transitions[(state << classBits) | (code & classMask)]!;
      sum += byState[state]! + pairs[(before << letterBits) | letter]!;
    }
    return sum;
  };

  // Plain ASCII is copied to a byte array first, and has tables that are looked up by bytes: reading a character of a
  // string, and its class and letter, would cost three times as much.
  const bytes = Buffer.allocUnsafe(windows * window);
  const states = transitions.length >> classBits;
  const nextByByte = new Uint16Array(states << byteBits);
  const pairByBytes = new Float64Array(1 << (2 * byteBits));
  for (let at = 0; at < nextByByte.length; at++) {
    nextByByte[at] = transitions[((at >> byteBits) << classBits) | classOf[at & byteMask]!]!;
  }
  for (let at = 0; at < pairByBytes.length; at++) {
    pairByBytes[at] = pairs[(letters[at >> byteBits]! << letterBits) | letters[at & byteMask]!]!;
  }

  /** Two stretches are followed side by side, since each step waits for the one before it. */
  const ofStretches = (byState: Float64Array, first: number, second: number, length: number): number => {
    let [state, before, sum] = [0, 0, 0];
    let [otherState, otherBefore, otherSum] = [0, 0, 0];
    for (let i = 0; i < length; i++) {
      const byte = bytes[first + i]!;
      const otherByte = bytes[second + i]!;
      state = nextByByte[(state << byteBits) | byte]!;
      otherState = nextByByte[(otherState << byteBits) | otherByte]!;
      sum += byState[state]! + pairByBytes[(before << byteBits) | byte]!;
      otherSum += byState[otherState]! + pairByBytes[(otherBefore << byteBits) | otherByte]!;
      before = byte;
      otherBefore = otherByte;
    }
    return sum + otherSum;
  };

  const ofAscii = (text: string, byState: Float64Array): number => {
    const length = bytes.write(text, 'latin1');
    if (length < sampledFrom) {
      const half = length >> 1;
      const last = length % 2 === 0 ? 0 : ofText(text.slice(-1), byState);
      return ofStretches(byState, 0, half, half) + last;
    }
    const apart = length < 4 * sampledFrom ? 2 * stretch : 4 * stretch;
    let [sum, seen] = [0, 0];
    for (let from = 0; from + apart + stretch <= length; from += 2 * apart) {
      sum += ofStretches(byState, from, from + apart, stretch);
      seen += 2 * stretch;
    }
    return (sum * length) / seen;
  };

  const sampled = (text: string, byState: Float64Array): number => {
    const step = (text.length - window) / (windows - 1);
    let sum = 0;
    for (let i = 0; i < windows; i++) {
      const from = Math.floor(i * step);
      sum += ofText(text.slice(from, from + window), byState);
    }
    return (sum * text.length) / (windows * window);
  };

  return (text, language, size) => {
    if (text.length === 0) return 0;
    const byState = weigh(language);
    const measure = text.length > windows * window ? sampled : size === text.length ? ofAscii : ofText;
    const sum = measure(text, byState);
    // Weights can be negative, so a text unlike any seen could add up to nothing or less. The longest tokens there are
    // have 128 spaces.
    return Math.max(1, Math.round(sum / 1000), Math.ceil(text.length / 128));
  };
};
