import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../../src/inventory/project-files.js';
import { labelSiblings } from '../../src/plan/labels.js';
import { compareText } from '../../src/util/compare.js';

const labels = (...parts: string[][]): string[] => {
  const all = parts.flat().sort(compareText);
  return labelSiblings(
    {
      files: projectFiles(all.map((path) => ({ path, bytes: 0, tokens: 0, language: 'other' }))),
      importance: Float64Array.from(all, (path) => (path.includes('central') ? 1 : 0)),
    },
    parts.map((part) => part.map((path) => all.indexOf(path)).sort((a, b) => a - b)),
  );
};

describe('labels', () => {
  it('name the folder that holds most of a part, without the folders that say nothing', () => {
    expect(labels(['packages/compiler/src/parser/a.ts', 'packages/compiler/src/parser/b.ts'], ['docs/a.md'])).toEqual([
      'compiler/parser',
      'docs',
    ]);
  });

  it('say what stands out where siblings share a folder', () => {
    expect(labels(['lib/core/central.ts', 'lib/core/x.ts'], ['lib/core/y.ts', 'lib/core/the-central-one.ts'])).toEqual([
      'core: central, x',
      'core: the-central-one, y',
    ]);
  });

  it('name two folders where none holds most', () => {
    expect(labels(['a/1.ts', 'a/2.ts', 'b/1.ts', 'b/2.ts'])).toEqual(['a + b']);
  });

  it('do not name a folder alone that a sibling stands in too', () => {
    expect(labels(['app/1.ts', 'ui/1.ts', 'ui/2.ts', 'ui/3.ts'], ['ui/forms/1.ts', 'ui/forms/2.ts'])[0]).not.toBe('ui');
  });

  it('differ among siblings, whatever the files', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'src', 'index'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { selector: (parts) => parts.join('/'), minLength: 4, maxLength: 30 }),
        (drawn) => {
          const paths = drawn.map((parts, i) => `${parts.join('/')}${i % 2}.ts`);
          const [one, two, three] = [0, 1, 2].map((part) => paths.filter((_, i) => i % 3 === part));
          const made = labels(one, two, three);
          expect(new Set(made).size).toBe(made.length);
          for (const label of made) expect(label).not.toBe('');
        },
      ),
    );
  });
});
