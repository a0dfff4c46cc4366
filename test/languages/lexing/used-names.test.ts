import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../../../src/languages/lexing/codes.js';
import { hashOfText, hashStep } from '../../../src/languages/lexing/hash.js';
import { KnownSpecifiers } from '../../../src/languages/lexing/known-specifiers.js';
import { UsedNames } from '../../../src/languages/lexing/used-names.js';

type Add = (names: UsedNames, text: string, from: number, to: number) => void;

/** The ways in which readers give names: by the text, by its codes, and with a hash that was made on the way. */
const ways: Readonly<Record<string, Add>> = {
  text: (names, text, from, to) => names.add(text, from, to),
  codes: (names, text, from, to) => names.addCodes(sourceOf(text), from, to),
  hashed: (names, text, from, to) => {
    let hash = 0;
    for (let at = from; at < to; at++) hash = hashStep(hash, text.charCodeAt(at));
    names.addHashed(text, { from, to, hash });
  },
};

const nothing: ReadonlySet<string> = new Set();

/** Adds the words of a file, which blanks part. */
const use = (names: UsedNames, words: readonly string[], { add = ways.text!, skip = nothing } = {}): string[] => {
  const text = words.join(' ');
  names.start();
  let at = 0;
  for (const word of words) {
    add(names, text, at, at + word.length);
    at += word.length + 1;
  }
  return names.take(skip).map((name) => name.text);
};

/** Two names of one length that share a slot and no hash. */
const sharingSlot = (prefix: string): [string, string] => {
  const known = new KnownSpecifiers(15);
  const bySlot = new Map<number, string>();
  for (let i = 100_000; ; i++) {
    const name = `${prefix}${i}`;
    const slot = known.slotOf(hashOfText(name, 0, name.length));
    const other = bySlot.get(slot);
    if (other !== undefined) return [other, name];
    bySlot.set(slot, name);
  }
};

describe.each(Object.entries(ways))('names given by %s', (_, add) => {
  test('are found once each, in order, file by file, but for those that are skipped', () => {
    const names = new UsedNames();
    const skip = new Set(['ab']);
    fc.assert(
      fc.property(fc.array(fc.array(fc.stringMatching(/^[abü]{1,3}$/))), (files) => {
        for (const words of files) {
          expect(use(names, words, { add, skip })).toEqual([...new Set(words)].filter((word) => word !== 'ab'));
        }
      }),
    );
  });

  test('are told apart where they share a slot, long ones too', () => {
    const names = new UsedNames();
    for (const prefix of ['N', 'L'.repeat(300)]) {
      const [one, other] = sharingSlot(prefix);
      expect(use(names, [one, other, one, other, one], { add })).toEqual([one, other]);
      expect(use(names, [other], { add })).toEqual([other]);
      expect(use(names, [one, other], { add })).toEqual([one, other]);
    }
  });

  test('are told from those they begin or end with', () => {
    const names = new UsedNames();
    const words = ['List', 'ListOf', 'OfList', 'Li', 'st', 'A.List', 'List.A', 'A'];
    for (let file = 0; file < 3; file++) expect(use(names, words, { add })).toEqual(words);
  });
});

test('the ways to give a name are one', () => {
  const names = new UsedNames();
  const text = 'Größe';
  names.start();
  for (const add of Object.values(ways)) add(names, text, 0, text.length);
  expect(names.take(nothing)).toEqual([{ text, kind: 'name' }]);
});

test('more names than there are slots for are still found once each', () => {
  const many = Array.from({ length: 60_000 }, (_, i) => `N${i}`);
  expect(use(new UsedNames(), [...many, ...many])).toEqual(many);
});

test('a name is one object in all files, until another takes its slot', () => {
  const names = new UsedNames();
  const taken = (word: string) => {
    names.start();
    names.add(word, 0, word.length);
    return names.take(nothing)[0];
  };
  const [one, other] = sharingSlot('N');
  const first = taken(one);
  expect(taken(one)).toBe(first);
  expect(taken(other)).toEqual({ text: other, kind: 'name' });
  expect(taken(one)).not.toBe(first);
});

test('a file knows nothing of what was not taken of the one before', () => {
  const names = new UsedNames();
  names.start();
  names.add('Left', 0, 4);
  expect(use(names, ['Left', 'Right'])).toEqual(['Left', 'Right']);
  expect(names.take(nothing)).toEqual([]);
});

test('names of one hash are told apart between files by their text', () => {
  const names = new UsedNames();
  for (const name of ['One', 'Two', 'One']) {
    names.start();
    names.addHashed(name, { from: 0, to: 3, hash: 7 });
    expect(names.take(nothing)).toEqual([{ text: name, kind: 'name' }]);
  }
});

test('names of one hash are told apart within a file by their length', () => {
  const names = new UsedNames();
  names.start();
  for (const to of [3, 4, 3]) names.addHashed('Ones', { from: 0, to, hash: 7 });
  expect(names.take(nothing).map(({ text }) => text)).toEqual(['One', 'Ones']);
});

test('names that differ little do not share hash and length, which alone decide within a file', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.'];
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const numbered = Array.from({ length: 10_000 }, (_, i) => `Shape${i}Factory`);
  const all = [...pairs, ...pairs.map((pair) => `Abstract${pair}Factory`), ...numbered];
  expect(new Set(all.map((name) => `${hashOfText(name, 0, name.length)} ${name.length}`)).size).toBe(all.length);
});

test('what is kept of a name does not keep the text it stood in', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const names = new UsedNames();
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept: unknown[] = [];
  for (let file = 0; file < 200; file++) {
    const name = `ARatherLongNameOfFile${file}`;
    const text = Buffer.alloc(200_000, `${name} `).toString();
    names.start();
    names.add(text, 0, name.length);
    kept.push(names.take(nothing));
  }
  collect();
  expect(kept).toHaveLength(200);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
});
