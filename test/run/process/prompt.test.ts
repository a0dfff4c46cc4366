import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { previewCommand } from '../../../src/run/process/preview.js';
import { renderPrompt } from '../../../src/run/process/render-prompt.js';
import { rounds } from '../../rounds.js';
import { folderOf } from '../../test-folder.js';
import { factsOf, leafOf, runOnce, settings } from './rig.js';

const sample = { try: 1, round: 2, tries: 3, rounds: 4, previous: undefined, feedback: 'shorter, please' };

describe('a prompt', () => {
  test('has everything its template speaks of', () => {
    const root = folderOf({ 'a/b/x.ts': 'one\n', 'a/b/c/y.ts': 'two' });
    const facts = factsOf(root, leafOf(['a/b/x.ts', 'a/b/c/y.ts'], { context: ['z.ts'] }));
    const template = '{goal}|{files}|{context}|{lineage}|{siblings}|{label}|{id}|{root}|{unknown}';
    expect(renderPrompt(template, facts).split('|')).toEqual([
      ...['a goal', '- a/b/x.ts\n- a/b/c/y.ts', '- z.ts', 'project › part › a leaf', '- one\n- three'],
      ...['a leaf', 'leaf-1', root, '{unknown}'],
    ]);
    expect(renderPrompt('{contents}', facts)).toBe('a/b/x.ts\n```\none\n```\n\na/b/c/y.ts\n```\ntwo\n```');
  });

  test('says what the files are for, and which packages they are of', () => {
    const kinds = { roles: { source: 2, test: 1 }, packages: ['parts/a', ''] };
    const facts = factsOf(folderOf(), leafOf(['x'], kinds));
    expect(renderPrompt('{roles}|{packages}', facts)).toBe('2 source, 1 test|- parts/a\n- .');
    expect(renderPrompt('{roles}|{packages}', factsOf(folderOf(), leafOf(['x'])))).toBe('|');
  });

  test('what is filled in is not looked at again', () => {
    const facts = factsOf(folderOf(), leafOf(['{goal}']), { goal: 'all {files}' });
    expect(renderPrompt('{goal} {files}', facts)).toBe('all {files} - {goal}');
  });

  test('has the notes for agents that are nearest to the files', () => {
    const root = folderOf({
      'AGENTS.md': 'top\n',
      'a/b/AGENTS.md': 'near\n',
      'a/b/c/AGENTS.md': 'too deep\n',
      'q/x': '',
    });
    const agents = (files: string[]) => renderPrompt('{agents}', factsOf(root, leafOf(files)));
    expect(agents(['a/b/x', 'a/b/c/y'])).toBe('near');
    expect(agents(['a/b/c/y'])).toBe('too deep');
    expect(agents(['q/x'])).toBe('top');
    expect(agents(['a/b/x', 'q/x'])).toBe('top');
    expect(renderPrompt('[{agents}]', factsOf(folderOf(), leafOf(['x'])))).toBe('[]');
  });

  test('nothing in a file closes its fence', () => {
    const text = fc.string({ unit: fc.constantFrom('`', 'a', '\n'), maxLength: 40 });
    fc.assert(
      fc.property(text, (content) => {
        const root = folderOf({ x: content });
        const [, fence, ...rest] = renderPrompt('{contents}', factsOf(root, leafOf(['x']))).split('\n');
        expect(rest.indexOf(fence)).toBe(rest.length - 1);
        expect(rest.slice(0, -1).some((line) => line.includes(fence))).toBe(false);
      }),
      rounds(15),
    );
  });

  test('a file that cannot be read is said to be so', () => {
    expect(renderPrompt('{contents}', factsOf(folderOf(), leafOf(['x'])))).toContain('(cannot be read: ENOENT)');
  });

  test('what was said of the round before stands where the template has it, or at the end', () => {
    const facts = factsOf(folderOf(), leafOf([]), { sample });
    expect(renderPrompt('Do it: {feedback}!', facts)).toBe('Do it: shorter, please!');
    expect(renderPrompt('Do it.\n', facts)).toBe('Do it.\n\n---\n\nshorter, please\n');
    expect(renderPrompt('Do it.\n', factsOf(folderOf(), leafOf([])))).toBe('Do it.\n');
  });

  test('arrives on standard input or as a word, with a shell and without', async () => {
    const prompt = `Do "$(touch pwned)" with {goal}`;
    const wanted = 'Do "$(touch pwned)" with a goal';
    for (const of of [
      settings(['cat'], { prompt, stdin: 'prompt' }),
      settings(['printf', '%s', '{prompt}'], { prompt }),
      settings(['printf %s {prompt}'], { prompt, shell: true }),
    ]) {
      expect((await runOnce(of).done).performed.value).toBe(wanted);
    }
  });

  test('that is too long for a word is a failure which says what to do, unless it comes on standard input', async () => {
    const prompt = 'x'.repeat(200_000);
    for (const of of [
      settings(['true', '{prompt}'], { prompt }),
      settings(['true {prompt}'], { prompt, shell: true }),
    ]) {
      expect((await runOnce(of).done).performed.failure).toMatchObject({
        code: 'command-not-started',
        retryable: false,
        nextStep: expect.stringContaining("task.stdin: 'prompt'"),
      });
    }
    const both = settings(['wc', '-c', '{prompt}'], { prompt, stdin: 'prompt' });
    expect(String((await runOnce(both).done).performed.value).trim()).toBe('200000');
  });
});

describe('a look at what would be run', () => {
  test('shows words, standard input, prompt and variables', () => {
    const root = folderOf();
    const of = settings(['agent', '--goal', '{goal}', '{files}'], { prompt: 'Do {goal}', stdin: 'prompt', env: [] });
    const facts = factsOf(root, leafOf(['a', '-b']));
    const preview = previewCommand({ settings: of, facts, env: { PATH: '/bin', HOME: '/x' } });
    expect(preview).toMatchObject({
      words: ['agent', '--goal', 'a goal', 'a', './-b'],
      stdin: { kind: 'prompt', text: 'Do a goal' },
      prompt: 'Do a goal',
    });
    expect('variables' in preview && preview.variables).toEqual(
      expect.arrayContaining(['PATH', 'SUBPLAN_ID', 'SUBPLAN_USAGE']),
    );
    expect('variables' in preview && preview.variables).not.toContain('HOME');
  });

  test('writes no file, not even for more files than fit', () => {
    const files = Array.from({ length: 30_000 }, (_, i) => `a/long/folder/name/with/a/file/of/number/${i}.txt`);
    const of = settings(['wc', '{files}']);
    const preview = previewCommand({ settings: of, facts: factsOf('/no/such/folder', leafOf(files)), env: {} });
    expect(preview).toMatchObject({ words: ['wc', '@<a file with 30000 names>'] });
    expect(existsSync('/no/such/folder')).toBe(false);
  });

  test('says what would fail', () => {
    const facts = factsOf(folderOf(), leafOf([]), { goal: 'x'.repeat(200_000) });
    expect(previewCommand({ settings: settings(['a', '{goal}']), facts, env: {} })).toMatchObject({
      failure: { code: 'command-not-started' },
    });
  });
});
