import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeyAction, keyReader } from '../../src/cli/run/key-reader.js';

const read = (...pieces: readonly string[]): KeyAction[] => {
  const actions: KeyAction[] = [];
  const take = keyReader((action) => actions.push(action));
  for (const piece of pieces) take(piece);
  return actions;
};

describe('keys', () => {
  it.each([
    ['p', 'pause'],
    [' ', 'pause'],
    ['+', 'more'],
    ['=', 'more'],
    ['-', 'fewer'],
    ['_', 'fewer'],
    ['k', 'up'],
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['j', 'down'],
    ['\x1b[B', 'down'],
    ['\x1bOB', 'down'],
    ['x', 'cancel'],
    ['r', 'retry'],
    ['R', 'retry-all'],
    ['s', 'stop'],
    ['q', 'stop'],
    ['?', 'help'],
    ['h', 'help'],
    ['\x03', 'interrupt'],
    ['\x1a', 'suspend'],
    ['\x1c', 'quit'],
  ] as const)('%j asks for %s', (text, action) => {
    expect(read(text)).toEqual([action]);
  });

  it.each([
    ['other letters', 'abcXPS\r\n\t'],
    ['a letter of another script', 'ж文字🙂'],
    ['left and right', '\x1b[C\x1b[D'],
    ['an arrow with shift', '\x1b[1;2A'],
    ['a function key', '\x1b[15~\x1bOP'],
    ['a key with Alt', '\x1bx\x1bp'],
    ['a mouse', '\x1b[<0;12;5M'],
    ['a paste with its marks', '\x1b[200~\x1b[201~'],
    ['an escape alone', '\x1b'],
    ['an answer of the terminal', '\x1b[?1;2c\x1b[24;80R'],
  ])('%s does nothing', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it('after any of those the next key counts again', () => {
    expect(read('\x1b[1;2Ap')).toEqual(['pause']);
    expect(read('\x1b', '\x1b[A')).toEqual(['up']);
    expect(read('\x1bxp')).toEqual(['pause']);
  });

  it('Ctrl-C is heard in the midst of a sequence', () => {
    expect(read('\x1b', '\x03')).toEqual(['interrupt']);
    expect(read('\x1b[12', '\x03', 'p')).toEqual(['interrupt', 'pause']);
  });

  it('come out the same however they are cut into pieces', () => {
    const sent = fc.array(fc.constantFrom('x', 'p', '\x1b[A', '\x1bOB', '\x1b[1;2A', '\x03', 'ж', '\x1b[15~', '+'));
    fc.assert(
      fc.property(sent, fc.array(fc.nat(30)), (keys, cuts) => {
        const text = keys.join('');
        const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, i) => text.slice(at[i], end));
        expect(read(...pieces)).toEqual(read(text));
        expect(read(...pieces)).toEqual(keys.flatMap((key) => read(key)));
      }),
    );
  });
});
