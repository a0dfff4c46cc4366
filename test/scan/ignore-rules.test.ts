import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk } from '../../src/scan/walk.js';
import { rounds } from '../rounds.js';
import { type Files, writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';
import { git, pathsOf, repositoryOf, scanIt } from './project.js';

const walked = async (root: string): Promise<string[]> =>
  (await walk({ root, folder: '', enters: () => true, pause: async () => {} })).files;

const byGit = (root: string): string[] =>
  git(root, 'ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean).sort();

describe('a walk honours ignore files as git does', () => {
  const cases: Record<string, Files> = {
    'a name anywhere': { '.gitignore': 'b\n', 'a/b': '', 'b/c': '', c: '' },
    'a path from the ignore file': { 'x/.gitignore': '/b\nq/r\n', 'x/b': '', 'x/y/b': '', 'x/q/r': '', 'q/r': '' },
    'folders only': { '.gitignore': 'b/\n', 'a/b': '', 'b/c': '', 'd/b/e': '' },
    'negation, the last rule counts': { '.gitignore': '*.log\n!keep.log\n', 'a.log': '', 'keep.log': '', 'x/keep.log': '' },
    'nested negation': { '.gitignore': '*.log\n', 'x/.gitignore': '!*.log\n', 'a.log': '', 'x/a.log': '', 'x/y/b.log': '' },
    'a nested folder brought back': { '.gitignore': 'foo/\n', 'a/.gitignore': '!foo/\n', 'a/foo/x': '', 'foo/x': '' },
    'nothing comes back from an ignored folder': { '.gitignore': 'd/\n!d/keep\n', 'd/keep': '', 'd/.gitignore': '!keep\n' },
    'double stars': { '.gitignore': '**/g\nh/**\ni/**/j\n', 'a/g': '', g: '', 'h/x/y': '', 'i/j': '', 'i/a/b/j': '', 'j/i': '' },
    'spaces, comments and escapes': {
      '.gitignore': 'a  \n# c\n\\#d\n\\!e\nf\\ \ng\\\\ \n',
      a: '', '# c': '', '#d': '', '!e': '', 'f ': '', f: '', 'g\\': '',
    },
    'carriage returns and a byte order mark': { '.gitignore': '\ufeffa\r\nb\r\n', a: '', b: '', c: '' },
    brackets: {
      '.gitignore': '[ab]1\n[!a-c]2\n[[:digit:]]x\n[]]3\n[^x]4\n[a\nq\\\n[a-]5\n',
      a1: '', c1: '', a2: '', d2: '', '7x': '', ax: '', ']3': '', x4: '', y4: '', '[a': '', q: '', '-5': '', b5: '',
    },
    'question marks and stars stay within a name': { '.gitignore': 'a/*\n?c\nx*y*z\n', 'a/b/c': '', bc: '', 'd/c': '', xaybz: '', xz: '' },
  }; // biome-ignore format: one case a line
  for (const [name, files] of Object.entries(cases)) {
    it(name, async () => {
      const root = repositoryOf(files);
      expect(await walked(root)).toEqual(byGit(root));
    });
  }

  it('on any tree, with any rules', async () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'c.js', 'd.log');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const piece = fc.constantFrom('a', 'b', 'ab', '*', '*.js', '**', '?', '[ab]', 'a*', '*b', 'c.js', '\\a', '[!b]*');
    const rule = fc
      .tuple(
        fc.constantFrom('', '', '!'),
        fc.constantFrom('', '/'),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([not, start, pieces, end]) => not + start + pieces.join('/') + end);
    const rules = fc.array(rule, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));
    const tree = fc.record({
      paths: fc.array(path, { minLength: 1, maxLength: 14 }),
      ignores: fc.array(fc.tuple(fc.constantFrom('', 'a/', 'b/', 'a/b/', 'ab/'), rules), {
        minLength: 1,
        maxLength: 3,
      }),
    });
    await fc.assert(
      fc.asyncProperty(tree, async ({ paths, ignores }) => {
        const root = repositoryOf();
        for (const [folder, text] of ignores) writeFiles(root, { [`${folder}.gitignore`]: text });
        for (const one of paths) {
          try {
            writeFiles(root, { [one]: '' });
          } catch {
            // A file stands where this path needs a folder, or the other way round.
          }
        }
        expect(await walked(root)).toEqual(byGit(root));
      }),
      rounds(20),
    );
  });

  it('in .ignore files too, which overrule .gitignore', async () => {
    const root = folderOf({ '.gitignore': '*.log\n', '.ignore': '!a.log\nb\n', 'a.log': '', 'c.log': '', b: '' });
    expect(pathsOf(await scanIt(root))).toEqual(['.gitignore', '.ignore', 'a.log']);
  });

  it('without ever hanging on a pattern made to', async () => {
    const root = folderOf({ '.gitignore': `${'*a'.repeat(60)}b\n${'**/a/'.repeat(60)}b\n`, ['a'.repeat(250)]: '' });
    expect(pathsOf(await scanIt(root))).toEqual(['.gitignore', 'a'.repeat(250)]);
  });
});
