import { describe, expect, it } from 'vitest';
import { decompose } from '../../src/index.js';
import { idOf } from '../../src/util/id-of.js';

describe('ids', () => {
  it('depend on kind and keys alone', () => {
    expect(idOf('leaf', ['a.ts', 'b.ts'])).toBe(idOf('leaf', ['a.ts', 'b.ts']));
    expect(idOf('leaf', ['a.ts', 'b.ts'])).not.toBe(idOf('branch', ['a.ts', 'b.ts']));
    expect(idOf('leaf', ['a.ts', 'b.ts'])).not.toBe(idOf('leaf', ['a.ts,b.ts']));
  });

  // Ids stand in ledgers and in plans that people keep: changing how they are made loses those.
  it('stay what they are from version to version', () => {
    expect(idOf('leaf', ['src/a.ts', 'src/b.ts'])).toBe('571229fc0120');
  });

  it('do not depend on where the root stands', async () => {
    const files = (root: string) => ['a', 'b', 'c'].map((name) => ({ path: `${root}${name}.ts`, tokens: 1 }));
    const ids = async (root: string) => (await decompose({ root, files: files(root) })).leaves.map(({ id }) => id);
    expect(await ids('/home/one/')).toEqual(await ids('/srv/checkouts/two/'));
  });
});
