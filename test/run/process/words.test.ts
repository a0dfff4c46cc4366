import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../rounds.js';
import { folderOf } from '../../test-folder.js';
import { leafOf, runOnce, settings } from './rig.js';

// Says each of its words with a NUL behind it, since anything else may be in it.
const sayWords = ['printf', '%s\\0'];
const nasty = [
  'a b.txt',
  `it's "quoted".txt`,
  'new\nline',
  '-n',
  '$(touch pwned)',
  '`touch pwned`',
  `'; touch pwned; '`,
  '"; touch pwned; "',
  '*',
  '\\',
  '{goal}',
  'é',
];
const asWords = nasty.map((name) => (name === '-n' ? './-n' : name));

const wordsOf = async (words: readonly string[], more: Parameters<typeof runOnce>[1] = {}, shell = false) => {
  const run = runOnce(settings(words, { shell }), more);
  const { performed } = await run.done;
  expect(performed.failure).toBeUndefined();
  expect(existsSync(join(run.root, 'pwned'))).toBe(false);
  return String(performed.value).split('\0').slice(0, -1);
};

describe('the words of a command', () => {
  test('get each file as a word of its own, whatever its name is', async () => {
    expect(await wordsOf([...sayWords, '{files}'], { files: nasty })).toEqual(asWords);
  });

  test('a placeholder inside a longer word has the files with spaces between them', async () => {
    expect(await wordsOf([...sayWords, '--files={files}', '{unknown}'], { files: ['a', '-b'] })).toEqual([
      '--files=a ./-b',
      '{unknown}',
    ]);
  });

  test('say which attempt they are for; what comes in for a placeholder is not looked at again', async () => {
    const sample = { try: 2, round: 3, tries: 4, rounds: 5, previous: undefined, feedback: 'too {round}' };
    const words = ['{id}', '{label}', '{goal}', '{root}', '{try}.{round}', '{feedback}'];
    const root = folderOf();
    const facts = { goal: 'all {files} of it', sample };
    expect(await wordsOf([...sayWords, ...words], { root, files: ['x'], facts })).toEqual([
      ...['leaf-1', 'a leaf', 'all {files} of it', root, '2.3', 'too {round}'],
    ]);
  });

  test('have none for the files of a branch', async () => {
    const coverage = { leaves: 1, covered: 1, missing: [] };
    const branch = { id: 'b', label: 'b', depth: 0, tokens: 1, children: [], values: [], coverage };
    const facts = { subject: { kind: 'branch', branch } as const };
    expect(await wordsOf([...sayWords, '{files}', '{id}'], { facts })).toEqual(['b']);
  });

  test('more files than fit go through a list, which is gone afterwards', async () => {
    const files = Array.from({ length: 30_000 }, (_, i) => `a/long/folder/name/with/a/file/of/number/${i}.txt`);
    const text =
      'printf "%s\\0" {files} "$#" "$SUBPLAN_FILE_LIST" "$(tr -cd "\\0" < "$SUBPLAN_FILE_LIST" | wc -c | tr -d " ")"';
    for (const [words, shell] of [
      [[text], true],
      [['sh', '-c', text.replace('{files}', '"$@"'), 'sh', '{files}'], false],
    ] as const) {
      const [list, count, named, names] = await wordsOf(words, { files }, shell);
      expect([list, count, names]).toEqual([`@${named}`, '1', '30000']);
      expect(existsSync(named)).toBe(false);
    }
  });

  test('a list can be asked for', async () => {
    const run = runOnce(settings(['cat', '{fileList}']), { files: ['a', '-b'] });
    expect((await run.done).performed.value).toBe('a\0-b\0');
  });

  test('any names of files arrive as they are', async () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 5 }), async (files) => {
        const expected = ['x', ...files.map((file) => (file.startsWith('-') ? `./${file}` : file))];
        expect(await wordsOf([...sayWords, 'x', '{files}'], { files })).toEqual(expected);
        expect(await wordsOf([`printf '%s\\0' x {files}`], { files }, true)).toEqual(expected);
      }),
      rounds(5),
    );
  });
});

describe('a command for a shell', () => {
  const say = `printf '%s\\0'`;

  test('gets each file as a word of its own', async () => {
    expect(await wordsOf([`true && ${say} {files} | cat`], { files: nasty }, true)).toEqual(asWords);
    expect(await wordsOf([`${say} "$@"`], { files: nasty }, true)).toEqual(asWords);
  });

  test.each(nasty)('never runs what is in a goal or a name: %j', async (evil) => {
    const facts = { goal: evil };
    const files = [evil];
    const name = evil.startsWith('-') ? `./${evil}` : evil;
    const texts: [string, string[]][] = [
      [`${say} {goal} {files}`, [evil, name]],
      [`${say} "{goal}" "{files}"`, [evil, name]],
      [`${say} "x {goal} y"`, [`x ${evil} y`]],
      [`${say} x{goal}y --f={files}`, [`x${evil}y`, `--f=${name}`]],
      [`${say} "$(printf %s. {goal})"`, [`${evil}.`]],
      [`# it's a comment\n${say} {goal}`, [evil]],
      // In single quotes a reference stays one, which the inner shell reads.
      [`sh -c '${say.replaceAll("'", '"')} {goal}'`, [evil]],
    ];
    for (const [text, words] of texts) expect(await wordsOf([text], { files, facts }, true)).toEqual(words);
  });

  test.each(nasty)('nothing is run inside quotes of any kind: %j', async (evil) => {
    for (const text of [
      `echo '{goal}' '{files}'`,
      `echo '"{goal}"'`,
      `echo "'{goal}'"`,
      `echo \`echo {goal}\``,
      `cat <<EOF\n{goal} {files}\nEOF`,
    ]) {
      const run = runOnce(settings([text], { shell: true }), { files: [evil], facts: { goal: evil } });
      await run.done;
      expect(readdirSync(run.root)).toEqual([]);
    }
  });

  test('nothing is run however the text around it is quoted, also where that is nonsense', async () => {
    const parts = [
      "'",
      '"',
      '$(',
      ')',
      '`',
      '\\',
      ' ',
      'echo ',
      ';',
      '\n',
      '#',
      '(',
      '<<EOF\n',
      '\nEOF\n',
      '{goal}',
      '{files}',
    ];
    const text = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }).map((all) => `: ${all.join('')}`);
    const evil = fc.constantFrom(
      ...nasty,
      '\ntouch pwned\n',
      '$(touch pwned)`touch pwned`"; touch pwned; \'; touch pwned; #',
    );
    await fc.assert(
      fc.asyncProperty(text, evil, async (written, goal) => {
        const run = runOnce(settings([written], { shell: true }), { files: [goal], facts: { goal } });
        await run.done;
        expect(readdirSync(run.root)).toEqual([]);
      }),
      rounds(25),
    );
  });

  test("a variable of the user's own is left alone", async () => {
    const run = runOnce(settings([`goal=mine; echo "\${goal} {goal}"`], { shell: true }));
    expect((await run.done).performed.value).toBe('mine a goal');
  });
});

describe('the source of a leaf', () => {
  test('is the root, where the command runs', async () => {
    const root = folderOf({ 'a.txt': 'hello' });
    const run = runOnce(settings(['cat', '{files}']), { root, files: leafOf(['a.txt']).files });
    expect((await run.done).performed.value).toBe('hello');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('hello');
  });
});
