import { expect, test } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { specifierAt } from '../../../src/languages/javascript/read/specifier-pool.js';

const at = (text: string, kind: SpecifierKind = 'import') =>
  specifierAt(`x ${text} y`, { from: 2, to: 2 + text.length }, kind);

test('a specifier is shared between files, one object for each kind', () => {
  expect(at('./a.js')).toEqual({ text: './a.js', kind: 'import' });
  expect(at('./a.js')).toBe(at('./a.js'));
  const kinds: SpecifierKind[] = ['import', 'type', 'dynamic', 'require', 'import'];
  for (const kind of kinds) expect(at('./a.js', kind)).toEqual({ text: './a.js', kind });
});

test('more specifiers than are kept are each what is written', () => {
  for (let round = 0; round < 2; round++) {
    const written = Array.from({ length: 10_000 }, (_, i) => `./file-${i}.js`);
    expect(written.map((one) => at(one).text)).toEqual(written);
  }
});

test('what is escaped means what it says, and is not taken for what is written like it', () => {
  expect(at('./\\u0061.js')).toEqual({ text: './a.js', kind: 'import' });
  expect(at('./\\u0061.js')).toEqual(at('./a.js'));
});
