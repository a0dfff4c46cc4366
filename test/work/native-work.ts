import { countingRegex } from './regex-steps.js';

// Work that the engine does inside its own methods: searching and copying text and lists, and regular expressions. Each
// of these is counted as what it must look at or copy, though V8 may do some of it later or not at all.
// Not counted: spreading, and making a Map or a Set of a list.

type Method = (this: never, ...words: never[]) => unknown;
/** What a call looked at, given what it was called on, with what, and what it gave. */
type Cost = (self: { readonly length: number }, words: readonly unknown[], result: unknown) => number;

const lengthOf = (value: unknown): number => (value as { length?: number } | null | undefined)?.length ?? 0;
const ofWhole: Cost = (self) => self.length;
const ofResult: Cost = (_, __, result) => lengthOf(result);
const ofNeedle: Cost = (_, [needle]) => lengthOf(needle);
const forward: Cost = (self, [needle, from = 0], found) =>
  found === -1 || typeof found === 'boolean'
    ? Math.max(0, self.length - (from as number))
    : (found as number) - (from as number) + lengthOf(needle);
const backward: Cost = (self, [, from = self.length], found) =>
  Math.min(from as number, self.length) - (found as number);

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

const costs: readonly (readonly [owner: object, cost: Cost, names: readonly string[]])[] = [
  [String.prototype, forward, ['indexOf', 'includes']],
  [String.prototype, backward, ['lastIndexOf']],
  [String.prototype, ofNeedle, ['startsWith', 'endsWith']],
  [String.prototype, ofResult, ['slice', 'substring', 'repeat', 'padStart', 'padEnd', 'concat']],
  [String.prototype, ofWhole, ['replace', 'replaceAll', 'split', 'trim', 'trimStart', 'trimEnd', 'normalize']],
  [String.prototype, ofWhole, ['toLowerCase', 'toUpperCase', 'localeCompare']],
  [Array.prototype, forward, ['indexOf', 'includes']],
  [Array.prototype, backward, ['lastIndexOf']],
  [Array.prototype, ofResult, ['slice', 'concat', 'join', 'flat', 'toSorted', 'toReversed', 'with']],
  [Array.prototype, ofWhole, ['shift', 'unshift', 'splice', 'reverse', 'fill', 'copyWithin', 'sort']],
  [typedArray, forward, ['indexOf', 'includes']],
  [typedArray, ofResult, ['slice', 'join']],
  [typedArray, ofWhole, ['fill', 'set', 'copyWithin', 'sort', 'reverse']],
  [Object, ofResult, ['keys', 'values', 'entries']],
  [Array, ofResult, ['from']],
  [JSON, (_, [text]) => lengthOf(text), ['parse']],
  [JSON, ofResult, ['stringify']],
];

/** Begins to count; what it returns ends it and tells how much it was. */
export const countNativeWork = (): (() => number) => {
  let work = 0;
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string, make: (real: Method) => Method): void => {
    const held = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    Object.defineProperty(owner, name, { ...held, value: make(held.value as Method) });
    undo.push(() => Object.defineProperty(owner, name, held));
  };
  // The counter itself uses what it counts, so it counts nothing while it is at work.
  let isCounting = false;
  const counted = <T>(cost: () => number, result: T): T => {
    if (isCounting) return result;
    isCounting = true;
    try {
      work += cost();
    } finally {
      isCounting = false;
    }
    return result;
  };

  for (const [owner, cost, names] of costs) {
    for (const name of names) {
      replace(owner, name, (real) => {
        const call = function (this: { readonly length: number }, ...words: unknown[]): unknown {
          // Before the call: some change what they are called on.
          const self = { length: this?.length ?? 0 };
          const result = Reflect.apply(real, this, words);
          return counted(() => cost(self, words, result), result);
        };
        return call as Method;
      });
    }
  }
  // All that takes an expression goes through `exec` once it is not the engine's own.
  replace(RegExp.prototype, 'exec', (real) => {
    const exec = function (this: RegExp, text: string): RegExpExecArray | null {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = Reflect.apply(real, this, [text]) as RegExpExecArray | null;
      return counted(() => stepsOf(this, String(text), from, found), found);
    };
    return exec as Method;
  });
  return () => {
    for (const one of undo) one();
    return work;
  };
};

const stepsOf = (regex: RegExp, text: string, from: number, found: RegExpExecArray | null): number => {
  const { steps, found: seen } = countingRegex(regex)(text, from);
  const real = found ? [found.index, found.index + found[0].length] : undefined;
  if (`${seen}` !== `${real}`) throw new Error(`${regex} was counted wrongly: ${seen} where ${real} is right`);
  return steps;
};
