import { describe, expect, it } from 'vitest';
import { weakTies } from '../../src/graph/ties.js';

const ties = (kind: string, paths: string[]) =>
  weakTies([...paths].sort())
    .filter((tie) => tie.kind === kind)
    .map(({ from, to }) => [[...paths].sort()[from], [...paths].sort()[to]]);

describe('weak ties', () => {
  it.each([
    ['src/parser.test.ts', 'src/parser.ts'],
    ['src/parser.spec.tsx', 'src/parser.ts'],
    ['src/__tests__/parser.test.js', 'src/parser.jsx'],
    ['pkg/parser_test.go', 'pkg/parser.go'],
    ['app/test_parser.py', 'app/parser.py'],
    ['app/tests/test_parser.py', 'app/parser.py'],
    ['src/ParserTest.java', 'src/Parser.java'],
    ['src/parser_test.cc', 'src/parser.h'],
  ])('tie the test %s to %s', (test, subject) => {
    expect(ties('test', [test, subject, 'src/other.ts'])).toEqual([[test, subject]]);
  });

  it('tie no test to a file of that name elsewhere', () => {
    expect(ties('test', ['a/parser.test.ts', 'b/parser.ts', 'a/latest.ts', 'a/contest.ts'])).toEqual([]);
  });

  it('hold a folder together by a chain, and only the folder', () => {
    expect(ties('folder', ['a/1.ts', 'a/2.ts', 'a/3.ts', 'a/b/1.ts', 'c.ts'])).toEqual([
      ['a/2.ts', 'a/1.ts'],
      ['a/3.ts', 'a/2.ts'],
    ]);
  });

  it('are stronger where a folder is a package', () => {
    const [weak, strong] = [weakTies(['a/1.go', 'a/2.go'])[0], weakTies(['a/1.go', 'a/2.go'], () => true)[0]];
    expect([weak.kind, strong.kind]).toEqual(['folder', 'package']);
    expect(strong.weight).toBeGreaterThan(weak.weight);
  });
});
