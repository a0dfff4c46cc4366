import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { languageByEnding, languageByName, languageOfPath } from '../../../src/domain/language-names.js';
import { languages } from '../../../src/languages/languages.js';
import { languageName } from '../../../src/scan/language-of.js';
import { largestFile } from '../../../src/tasks/survey/read-text.js';
import survey from '../../../src/tasks/survey/survey.js';
import { folderOf } from '../../test-folder.js';
import { contextFor, leafOf, surveyOf } from './surveyed.js';

describe('the survey of a leaf', () => {
  it('counts files, bytes, lines and languages', async () => {
    const root = folderOf({ 'a.ts': 'a\n\n  \nb\n', 'b.ts': 'c', 'c.md': '# d\n' });
    const found = await surveyOf(root, ['a.ts', 'b.ts', 'c.md']);
    expect(found).toMatchObject({ files: 3, bytes: 13, lines: 4 });
    expect(found.languages).toEqual([
      { language: 'typescript', files: 2, lines: 3 },
      { language: 'markdown', files: 1, lines: 1 },
    ]);
    expect(found.largest[0]).toEqual({ file: 'a.ts', lines: 2 });
  });

  it('counts what cannot be read and goes on', async () => {
    const root = folderOf({
      'binary.ts': Buffer.from([101, 0, 102]),
      'large.ts': Buffer.alloc(largestFile + 1, 'a'),
      'fine.ts': 'export const fine = 1;\n',
    });
    mkdirSync(join(root, 'folder.ts'));
    symlinkSync('fine.ts', join(root, 'link.ts'));
    const files = ['binary.ts', 'fine.ts', 'folder.ts', 'gone.ts', 'large.ts', 'link.ts', '../outside.ts'];
    const found = await surveyOf(root, files);
    expect(found.files).toBe(7);
    expect(found.names.top.map(({ name }) => name)).toEqual(['fine']);
    expect(found.unread).toEqual({
      total: 6,
      top: [
        { file: '../outside.ts', reason: 'unreadable' },
        { file: 'binary.ts', reason: 'binary' },
        { file: 'folder.ts', reason: 'unreadable' },
        { file: 'gone.ts', reason: 'missing' },
        { file: 'large.ts', reason: 'too-large' },
        { file: 'link.ts', reason: 'unreadable' },
      ],
    });
    expect(found.bytes).toBe(3 + largestFile + 1 + 23);
  });

  it('reads text with a byte order mark, CRLF, UTF-16 and Latin-1', async () => {
    const root = folderOf({
      'bom.ts': '\ufeff// Marks its own bytes at first.\n\nexport const bom = 1;\n',
      'crlf.ts': '/**\r\n * Ends its lines\r\n * in two ways.\r\n */\r\nexport const crlf = 1;\r\n// TODO: one\r\n',
      'latin.c': Buffer.from('/* Pr\xe9pare the list of all. */\n\nint prepare(void) { return 1; }\n', 'latin1'),
      'wide.ts': Buffer.from('\ufeffexport const wide = 1;\n', 'utf16le'),
    });
    const found = await surveyOf(root, ['bom.ts', 'crlf.ts', 'latin.c', 'wide.ts']);
    expect(found.unread.total).toBe(0);
    expect(found.names.top.map(({ name }) => name).sort()).toEqual(['bom', 'crlf', 'prepare', 'wide']);
    expect(found.todos.top).toEqual([{ tag: 'TODO', file: 'crlf.ts', line: 6, text: 'one' }]);
    expect(Object.fromEntries(found.notes.top.map(({ file, text }) => [file, text]))).toEqual({
      'bom.ts': 'Marks its own bytes at first.',
      'crlf.ts': 'Ends its lines in two ways.',
      'latin.c': 'Pr\xe9pare the list of all.',
    });
  });

  it('is plain: it crosses threads and is the same as JSON', async () => {
    const root = folderOf({
      'a.ts': '/** Does a lot. */\nexport const a = 1; // TODO: more\n',
      'README.md': 'It is a thing.\n',
    });
    const found = await surveyOf(root, ['README.md', 'a.ts', 'gone.ts']);
    expect(structuredClone(found)).toEqual(found);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  it('keeps its lists short and its counts whole', async () => {
    const root = folderOf({
      'a.ts': Array.from({ length: 500 }, (_, i) => `export const name${i} = 1; // TODO: ${i}\n`).join(''),
    });
    const found = await surveyOf(root, ['a.ts']);
    expect(found.names.total).toBe(500);
    expect(found.names.top).toHaveLength(60);
    expect(found.todos.total).toBe(500);
    expect(found.todos.byTag).toEqual({ FIXME: 0, XXX: 0, HACK: 0, TODO: 500 });
    expect(found.todos.top).toHaveLength(12);
  });

  it('puts names that other files mention first, and those of tests last', async () => {
    const root = folderOf({
      'a.ts': 'export const rare = 1;\nexport const common = 2;\n',
      'b.ts': "import { common } from './a.js';\ncommon;\n",
      'c.ts': "import { common } from './a.js';\ncommon;\n",
      'test/t.ts': 'export class Helper {}\n',
      'test/u.ts': 'Helper; // uses it\n',
    });
    const found = await surveyOf(root, ['a.ts', 'b.ts', 'c.ts', 'test/t.ts', 'test/u.ts']);
    expect(found.names.top.map(({ name }) => name)).toEqual(['common', 'rare', 'Helper']);
  });

  it('tells how far it is, ten times at most', async () => {
    const files = Array.from({ length: 100 }, (_, i) => `f${i}.ts`);
    const root = folderOf(Object.fromEntries(files.map((path) => [path, 'a\n'])));
    const fractions: number[] = [];
    await surveyOf(root, files, { progress: (fraction) => fractions.push(fraction) });
    expect(fractions.length).toBeGreaterThan(5);
    expect(fractions.length).toBeLessThanOrEqual(10);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  it('ends when it is asked to, and lets others have a turn', async () => {
    const files = Array.from({ length: 40 }, (_, i) => `f${i}.ts`);
    const root = folderOf(Object.fromEntries(files.map((path) => [path, 'const a = 1;\n'.repeat(8_000)])));
    const abort = new AbortController();
    const running = survey.run(leafOf(files), contextFor(root, { signal: abort.signal }));
    await turn();
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

describe('languages', () => {
  it('are told apart as in inventories', () => {
    const ofInventory = languageName(languages);
    for (const ending of languageByEnding.keys())
      expect(languageOfPath(`a/b${ending}`)).toBe(ofInventory(`a/b${ending}`));
    for (const name of languageByName.keys()) expect(languageOfPath(`a/${name}`)).toBe(ofInventory(`a/${name}`));
    for (const { endings } of languages)
      for (const ending of Object.keys(endings)) expect(languageOfPath(`x${ending}`)).toBe(ofInventory(`x${ending}`));
    expect(languageOfPath('a/unknown.thing')).toBe('other');
  });
});
