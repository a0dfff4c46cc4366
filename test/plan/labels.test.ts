import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterTree } from '../../src/domain/cluster-tree.js';
import { projectFiles } from '../../src/inventory/project-files.js';
import { labelTree } from '../../src/plan/labels.js';
import { outline } from '../../src/plan/outline.js';
import { compareText } from '../../src/util/compare.js';

/** A leaf is a list of paths, a branch a list of those; `by` of a branch comes first where it is not `directory`. */
type Drawn = readonly string[] | { readonly by?: 'directory' | 'grouping'; readonly parts: readonly Drawn[] };

const pathsOf = (drawn: Drawn): string[] => ('parts' in drawn ? drawn.parts.flatMap(pathsOf) : [...drawn]);

/** The labels of a tree in tree order, that of the project aside. */
const labelsOf = (...parts: Drawn[]): string[] => {
  const all = parts.flatMap(pathsOf).sort(compareText);
  const language = (path: string) => (path.endsWith('.ts') ? 'typescript' : 'other');
  const files = projectFiles(all.map((path) => ({ path, bytes: 400, tokens: 100, language: language(path) })));
  const tree = (drawn: Drawn): ClusterTree =>
    'parts' in drawn
      ? { kind: 'branch', by: drawn.by ?? 'directory', children: drawn.parts.map(tree) }
      : { kind: 'leaf', files: drawn.map((path) => all.indexOf(path)).sort((a, b) => a - b), reason: 'natural' };
  const importance = Float64Array.from(all, (path) => (path.includes('central') ? 5 : 0));
  return labelTree({ files, importance }, outline(tree({ parts }))).slice(1);
};

const some = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}`);

describe('a label', () => {
  it('is the folder that a part is most like, without folders that say nothing', () => {
    expect(labelsOf(some('packages/core/src', 'a.ts', 'b.ts'), some('packages/http/src', 'c.ts', 'd.ts'))).toEqual([
      ...['core', 'http'],
    ]);
    const core = [...some('lib/core', 'a.ts', 'b.ts', 'c.ts'), 'lib/other/d.ts'];
    expect(labelsOf(core, some('lib/other', 'e.ts', 'f.ts'))).toEqual(['core', 'other']);
  });

  it('has as many folders before it as make it unique', () => {
    const one = some('packages/a/src/parser', 'x.ts', 'y.ts');
    const two = some('packages/b/src/parser', 'x.ts', 'y.ts');
    expect(labelsOf(one, two)).toEqual(['parser', 'src/parser']);
  });

  it('says what tells a part apart from others of its folder: a word, the most imported file', () => {
    const router = some('lib', 'router.ts', 'router-cache.ts', 'router-match.ts');
    const rest = some('lib', 'central.ts', 'zebra.ts');
    expect(labelsOf(router, rest)).toEqual(['lib: router', 'lib: central']);
  });

  it('is the range of a run of numbered parts', () => {
    const run = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => `lessons/0${from + i}-lesson/index.md`);
    expect(labelsOf(run(1, 4), run(5, 9))).toEqual(['lessons: 01 to 04', 'lessons: 05 to 09']);
  });

  it('is the name of the file where there is only one', () => {
    expect(labelsOf(['src/parser.ts'], some('src', 'a.ts', 'b.ts'))[0]).toBe('parser.ts');
  });

  it('of what stands at the root is "project files"', () => {
    expect(labelsOf(['README.md', 'package.json', '.github/workflows/ci.yml'], some('src', 'a.ts', 'b.ts'))[0]).toBe(
      'project files',
    );
  });

  it('is not taken from tests, where there is something else', () => {
    const files = ['src/parser/a.ts', ...some('test/everything', 'a.test.ts', 'b.test.ts', 'c.test.ts')];
    expect(labelsOf(files, some('src/printer', 'p.ts', 'q.ts'))).toEqual(['a.ts', 'printer']);
  });

  it('of a group is how its parts are named alike, else the two largest', () => {
    const alike = ['console', 'engine'].map((name) => some(`junit-platform-${name}`, 'a.ts', 'b.ts'));
    const others = ['documentation', 'gradle'].map((name) => some(name, 'a.ts', 'b.ts'));
    const labels = labelsOf({ by: 'grouping', parts: alike }, { by: 'grouping', parts: others });
    expect(labels).toEqual([
      ...['junit-platform', 'junit-platform-console', 'junit-platform-engine'],
      ...['documentation + gradle', 'documentation', 'gradle'],
    ]);
  });

  it('never repeats: no other part has it, whatever the files and the tree', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'src', 'test', 'index', '01-x', '.github'), { minLength: 1, maxLength: 4 })
      .map((parts) => `${parts.join('/')}.ts`);
    const tree = fc.uniqueArray(path, { minLength: 6, maxLength: 40 }).map((paths): Drawn[] => {
      const part = (n: number) => paths.filter((_, i) => i % 5 === n);
      return [part(0), { parts: [part(1), part(2)] }, { by: 'grouping', parts: [part(3), part(4)] }];
    });
    fc.assert(
      fc.property(tree, (drawn) => {
        const labels = labelsOf(...drawn);
        expect(new Set(labels).size).toBe(labels.length);
        for (const label of labels) expect(label).not.toBe('');
      }),
    );
  });
});
