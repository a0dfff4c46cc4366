import { describe, expect, test } from 'vitest';
import { decompose, Plan, type SubplanFailure } from '../../src/index.js';
import { rolesSentence } from '../../src/report/roles-sentence.js';
import { folderOf } from '../test-folder.js';

const project = () =>
  folderOf({
    'package.json': '{}',
    'src/a.ts': 'export const a = 1;\n',
    'test/a.test.ts': "import '../src/a.js';\n",
    'docs/guide.md': '# Guide\n',
    'packages/one/package.json': '{}',
    'packages/one/index.js': 'module.exports = 1;\n',
  });

const facts = ({ files }: Plan) => files.map((file) => [file.path, file.role, file.package]);

describe('roles and packages of a plan', () => {
  test('are those of the files that were scanned', async () => {
    expect(facts(await decompose({ root: project() }))).toEqual([
      ['docs/guide.md', 'document', ''],
      ['package.json', 'project', ''],
      ['packages/one/index.js', 'source', 'packages/one'],
      ['packages/one/package.json', 'data', 'packages/one'],
      ['src/a.ts', 'source', ''],
      ['test/a.test.ts', 'test', ''],
    ]);
  });

  test('choose what is planned', async () => {
    const { files } = await decompose({ root: project(), roles: ['source', 'test'] });
    expect(files.map(({ path }) => path)).toEqual(['packages/one/index.js', 'src/a.ts', 'test/a.test.ts']);
  });

  test('are what given files say, else what their paths say', async () => {
    const files = [{ path: 'a.ts', role: 'test', package: 'lib' } as const, { path: 'b/c.ts' }, { path: 'b/go.mod' }];
    expect(facts(await decompose({ files }))).toEqual([
      ['a.ts', 'test', 'lib'],
      ['b/c.ts', 'source', 'b'],
      ['b/go.mod', 'source', 'b'],
    ]);
    expect(facts(await decompose({ files, roles: ['test'] }))).toEqual([['a.ts', 'test', 'lib']]);
  });

  test('are written with the plan, and found again in one that has none', async () => {
    const files = [{ path: 'a.ts', role: 'data', package: 'x' } as const, { path: 'b.test.ts' }];
    const json = JSON.parse(JSON.stringify(await decompose({ files })));
    expect(facts(Plan.from(json))).toEqual([
      ['a.ts', 'data', 'x'],
      ['b.test.ts', 'test', ''],
    ]);
    const earlier = json.files.map(({ path, bytes, tokens, language }: Record<string, unknown>) => ({
      ...{ path, bytes, tokens, language },
    }));
    expect(facts(Plan.from({ ...json, files: earlier }))[0]).toEqual(['a.ts', 'source', '']);
  });

  test('that are none are refused by name', () => {
    const refused = (options: object): SubplanFailure => {
      try {
        decompose(options as never);
      } catch (error) {
        return error as SubplanFailure;
      }
      throw new Error('not refused');
    };
    expect(refused({ roles: ['sources'] }).problems?.map(({ field }) => field)).toEqual(['roles']);
    expect(refused({ files: [{ path: 'a', role: 'x', package: 1 }] }).problems).toMatchObject([
      { field: 'files[0].role', expected: expect.stringMatching(/^one of source, test/), received: '"x"' },
      { field: 'files[0].package', expected: 'a folder', received: '1' },
    ]);
  });
});

test('files of a leaf are told by what they are for and their packages', () => {
  const file = (role: 'source' | 'test', folder: string) => ({ role, package: folder });
  expect(rolesSentence([file('source', ''), file('test', ''), file('test', '')])).toBe('1 source file, 2 tests.');
  expect(rolesSentence([file('source', 'a')])).toBe('1 source file, of the package a.');
  expect(rolesSentence([file('source', 'a'), file('source', '')])).toBe('2 source files, of a and the project itself.');
  expect(rolesSentence(['a', 'b', 'c', 'd'].map((name) => file('source', name)))).toBe(
    '4 source files, of 4 packages.',
  );
});
