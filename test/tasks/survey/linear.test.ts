import { describe, expect, it } from 'vitest';
import { lookInto } from '../../../src/tasks/survey/look-into.js';
import { growth, linear } from '../../growth.js';

const paths = [
  'a.ts',
  'a.py',
  'a.h',
  'a.go',
  'a.rs',
  'a.java',
  'a.kt',
  'a.cs',
  'a.php',
  'a.rb',
  'a.vue',
  'README.md',
  'README.rst',
  'package.json',
];

/** Pieces that make a careless expression look at the same text again and again. */
const pieces = [
  ...[
    '\n',
    ' ',
    '\t',
    '/',
    '*',
    '/*',
    '//',
    '\\',
    '`',
    '"',
    "'",
    '`${',
    '}',
    '{',
    '(',
    '[',
    '<',
    '#',
    '-',
    '=',
    'a',
    '&',
  ],
  ...[
    'export {\n',
    'export const a = (\n',
    'module.exports = {\n',
    'const (\n',
    'type (\n',
    '__all__ = [\n',
    'from . import (\n',
  ],
  ...[
    'int a(',
    'int\n',
    'typedef ',
    '#if\n',
    'r#"',
    'R"(',
    '"""',
    "'a ",
    '=/[',
    '<!--',
    '<a ',
    '![',
    '[a](',
    '**a ',
    ':a:`',
  ],
  ...[
    '// TODO ',
    '// TODO\n',
    '/** {@link ',
    'TODO ',
    '# a\n',
    '@a ',
    '\r',
    '\u2028',
    'def a():\n',
    '. ',
    '- a\n',
    '```\n',
    '===\n',
  ],
];

/** Few in one measurement: among many, one that takes the square of its length would not show on texts this short. */
const groups = Array.from({ length: Math.ceil(pieces.length / 8) }, (_, i) => pieces.slice(8 * i, 8 * (i + 1)));

describe('looking into a file', () => {
  it.each(paths)('takes work in proportion to its length, whatever stands in %s', (path) => {
    const size = path.startsWith('README') ? 120 : 60;
    for (const group of groups) {
      const look = (length: number): void => {
        for (const piece of group) lookInto(path, piece.repeat(Math.ceil(length / piece.length)));
      };
      expect(growth(size, look), JSON.stringify(group)).toBeLessThan(linear);
    }
  });

  it('does not mind a line of a megabyte', () => {
    const found = lookInto('a.js', `${'x=1;'.repeat(250_000)}// TODO: break this line`);
    expect(found.lines).toBe(1);
    expect(found.todos).toEqual([{ tag: 'TODO', line: 1, text: 'break this line' }]);
  });
});
