import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/engine/read-plan.js';
import { widthOf } from '../../src/report/text-width.js';
import { cli, folderOf, groups } from './world.js';

describe('subplan plan', () => {
  it('draws the tree with labels, files, tokens and reasons, and says what to know of it', async () => {
    const { code, out, err } = await cli(['plan'], { cwd: folderOf({ ...groups(3), 'package-lock.json': '{}' }) });
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/18 files, .* tokens in 3 leaves, 1 level deep/);
    expect(out).toMatch(/├─ g\d +6 +\d+ +[0-9a-f]{4} +too few files to split/);
    expect(out).toMatch(/cut +5 % of 38 imports cross leaves \(2\); lower is better/);
    expect(out).toMatch(/imports +38 inside the project, 0 to packages/);
    expect(out).toMatch(/strategy +imports \(chosen\): /);
    expect(out).toMatch(/left out +1 lock: package-lock\.json/);
    expect(out).toMatch(/note +git was not asked/);
    expect(out).toMatch(/Next: --explain [0-9a-f]{4} .*--max-tokens 30k/);
  });

  it('takes the folder as argument, from the folder one is in', async () => {
    const { out } = await cli(['plan', 'g1'], { cwd: folderOf(groups(3)) });
    expect(out).toMatch(/^g1: 6 files/);
  });

  it('names relaxed bounds with the reason', async () => {
    const files = { ...groups(3), 'big.ts': 'const x = 1;\n'.repeat(300) };
    const { code, out } = await cli(['plan', '--max-tokens', '200'], { cwd: folderOf(files) });
    expect(code).toBe(0);
    expect(out).toMatch(/relaxed +max-tokens: 1 file has more than 200 tokens alone/);
    expect(out).toMatch(/one file over budget/);
    expect(out).not.toContain('--max-tokens 30k');
  });

  it('with --json puts the plan on stdout and nothing else', async () => {
    const { code, out } = await cli(['plan', '--json'], { cwd: folderOf(groups(3)) });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'subplan/plan', measures: { files: 18, leaves: 3 } });
  });

  it('writes the plan to files, in the format of their endings', async () => {
    const cwd = folderOf(groups(3));
    const { code, err } = await cli(['plan', '-o', 'plan.json', '--output', 'plan.md'], { cwd });
    expect(code).toBe(0);
    expect(err).toBe('wrote plan.json\nwrote plan.md\n');
    expect((await readPlan(join(cwd, 'plan.json'))).measures.leaves).toBe(3);
    expect(readFileSync(join(cwd, 'plan.md'), 'utf8')).toMatch(/^# Plan\n/);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses a file it cannot write before any work is done', async () => {
    const cwd = folderOf(groups(1));
    const decompose = () => {
      throw new Error('work was done');
    };
    const unknown = await cli(['plan', '-o', 'plan.yaml'], { cwd, engine: { decompose } });
    expect(unknown.code).toBe(2);
    expect(unknown.err).toMatch(/plan\.yaml.*".yaml" is not one\n.*\.json or \.md/);
    const nowhere = await cli(['plan', '-o', 'no/such/plan.json'], { cwd, engine: { decompose } });
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toMatch(/no\/such\/plan\.json" cannot be written \(ENOENT\)/);
    expect(existsSync(join(cwd, 'plan.yaml'))).toBe(false);
  });

  it('draws a plan that was written before, and refuses flags that could change nothing', async () => {
    const cwd = folderOf(groups(3));
    const first = await cli(['plan', '-q'], { cwd });
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    const again = await cli(['plan', 'plan.json', '-q'], { cwd });
    expect(again).toMatchObject({ code: 0, out: first.out });
    const idle = await cli(['plan', 'plan.json', '--max-tokens', '5'], { cwd });
    expect(idle.code).toBe(2);
    expect(idle.err).toMatch(/--max-tokens can change nothing/);
  });

  it('says what is wrong with a plan that was edited', async () => {
    const cwd = folderOf(groups(3));
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    const text = readFileSync(join(cwd, 'plan.json'), 'utf8');
    writeFileSync(join(cwd, 'plan.json'), text.replace('"g1/f1.ts",', '"g1/f1.ts",\n"g0/f0.ts",'));
    const { code, err } = await cli(['plan', 'plan.json'], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/"g0\/f0\.ts", which also stands at/);
  });

  it('-q draws the tree alone, and nothing where a file is written', async () => {
    const cwd = folderOf(groups(3));
    const quiet = await cli(['plan', '-q'], { cwd });
    expect(quiet.out.trim().split('\n')).toHaveLength(5);
    expect(await cli(['plan', '-q', '-o', 'plan.json'], { cwd })).toMatchObject({ code: 0, out: '', err: '' });
  });

  it('-v adds levels, where settings come from, and the time', async () => {
    const { out, err } = await cli(['plan', '-v', '--seed', '3'], { cwd: folderOf(groups(3)) });
    expect(out).toMatch(/levels +0: 1 branch cut 2 imports; chunks in path order would cut \d+/);
    expect(out).toMatch(/settings +seed from --seed/);
    expect(out).toMatch(/time +\d+\.\d\d s/);
    expect(err).toMatch(/^reading 0 of 18 files$/m);
  });

  it('lists all that is left out with --left-out or --all', async () => {
    const files: Record<string, string> = groups(1);
    for (let i = 0; i < 9; i++) files[`sub${i}/package-lock.json`] = '{}';
    const cwd = folderOf(files);
    expect((await cli(['plan'], { cwd })).out).not.toContain('sub8/');
    expect((await cli(['plan', '--left-out'], { cwd })).out).toMatch(
      /Left out, lock \(9\)\n[\s\S]* {2}sub8\/package-lock\.json {2}\(/,
    );
    expect((await cli(['plan', '--all'], { cwd })).out).toContain('sub8/package-lock.json');
    expect((await cli(['plan', '--keep', 'lock,generated'], { cwd })).out).toMatch(/15 files/);
  });
});

describe('on a terminal', () => {
  const stdout = { isTTY: true, columns: 70, rows: 24 };
  const stripped = (text: string) => text.replace(/\x1b\[\d+m/g, '');

  it('is clipped to its width and height; --all shows everything', async () => {
    const cwd = folderOf({ ...groups(40), [`${'long'.repeat(40)}/文件.ts`]: '' });
    const { out } = await cli(['plan', '--max-children', '4'], { cwd, stdout });
    const lines = stripped(out).trimEnd().split('\n');
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(70);
    expect(lines.length).toBeLessThan(24 + 4);
    expect(out).toMatch(/… \d+ more leaves \(--all shows them\)/);
    const all = await cli(['plan', '--max-children', '4', '--all'], { cwd, stdout });
    expect(all.out).not.toContain('--all shows');
    expect(all.out.split('\n').length).toBeGreaterThan(40);
  });

  it('is whole where stdout is no terminal', async () => {
    const cwd = folderOf(groups(40));
    const { out } = await cli(['plan', '--max-children', '4'], { cwd });
    const { measures } = JSON.parse((await cli(['plan', '--max-children', '4', '--json'], { cwd })).out);
    expect(out).not.toContain('--all shows');
    expect(out.match(/^.*[├└]─ .* [0-9a-f]{4} {2}(?!by|grouped)/gm)?.length).toBe(measures.leaves);
  });

  it.each([
    ['a terminal', {}, [], true],
    ['NO_COLOR', { NO_COLOR: '1' }, [], false],
    ['CI', { CI: 'true' }, [], false],
    ['TERM=dumb', { TERM: 'dumb' }, [], false],
    ['--no-color', {}, ['--no-color'], false],
    ['SUBPLAN_NO_COLOR', { SUBPLAN_NO_COLOR: '1' }, [], false],
  ])('colours with %s', async (_, env, flags, has) => {
    const { out } = await cli(['plan', ...flags], { cwd: folderOf(groups(2)), stdout, env });
    expect(out.includes('\x1b')).toBe(has);
  });

  it('no colours where stdout is no terminal', async () => {
    expect((await cli(['plan'], { cwd: folderOf(groups(2)) })).out).not.toContain('\x1b');
  });
});

describe('names that are not to be trusted', () => {
  it('are neutralised in the tree, in what is left out, in explanations, in JSON and in messages', async () => {
    const evil = 'e\x1b]0;owned\x07\u202e\n';
    const cwd = folderOf({
      ...groups(2),
      [`${evil}/a.ts`]: '',
      [`${evil}/package-lock.json`]: '{}',
      [`${evil}2.ts`]: '',
    });
    const runs = await Promise.all(
      [
        [],
        ['--all'],
        ['--json'],
        ['--explain', `${evil}/a.ts`],
        ['--explain', evil],
        ['--explain', evil, '--json'],
        ['-o', `${evil}.json`],
        [evil],
        [`-${evil}`],
      ].map((flags) => cli(['plan', ...flags], { cwd })),
    );
    for (const { out, err } of runs) expect(out + err).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(runs[1].out).toContain('e\\x1b]0;owned\\x07\\u202e\\n/package-lock.json');
  });
});
