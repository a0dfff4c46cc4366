import { expect, test } from 'vitest';
import { declaredNames, nearestOf } from '../../src/languages/declared-names.js';
import type { Language } from '../../src/languages/language.js';
import { projectView } from './project-view.js';

const toy: Language = {
  endings: { '.toy': 'toy' },
  read: (text, _path, declare) => {
    for (const name of text.split(' ')) declare?.(name);
    return [];
  },
  resolver: () => () => 'external',
};

test('names lead to the files of the language that declare them', () => {
  const names = declaredNames(
    projectView({ 'a/x.toy': 'A B', 'b/y.TOY': 'A', 'c/z.other': 'A' }, { language: toy }),
    toy.endings,
  );
  expect(names.filesOf('A')).toEqual(['a/x.toy', 'b/y.TOY']);
  expect(names.filesOf('constructor')).toEqual([]);
  expect(names.nearest('A', 'b/w.toy')).toBe('b/y.TOY');
  expect(names.nearest('A', 'd/w.toy')).toBe('a/x.toy');
  expect(names.nearest('C', 'a/x.toy')).toBeUndefined();
});

test('the nearest file shares most folders; the first of several is taken', () => {
  expect(nearestOf(['m1/src/A', 'm2/src/A', 'm2/src/x/A'], 'm2/src/B')).toBe('m2/src/A');
  expect(nearestOf([], 'a')).toBeUndefined();
});
