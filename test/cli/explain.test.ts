import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { cli, groups, splitDown } from './world.js';

interface Node {
  id: string;
  label: string;
  children?: Node[];
}

const tree = async (cwd: string): Promise<Node> =>
  JSON.parse((await cli(['plan', ...splitDown, '--json'], { cwd })).out).tree;

describe('--explain', () => {
  it('takes an id, the beginning of one, a label, or a file by its path in any form', async () => {
    const cwd = folderOf(groups(3));
    const { children = [] } = await tree(cwd);
    const leaf = children.find(({ label }) => label === 'g1') as Node;
    const expected = await cli(['plan', ...splitDown, '--explain', leaf.id], { cwd });
    expect(expected.code).toBe(0);
    expect(expected.out).toMatch(/^Leaf g1\n/);
    for (const query of [leaf.id.slice(0, 5), 'g1', 'g1/f3.ts', './g1/f3.ts', join(cwd, 'g1/f3.ts')]) {
      expect(await cli(['plan', ...splitDown, '--explain', query], { cwd })).toEqual(expected);
    }
  });

  it('explains a branch', async () => {
    const cwd = folderOf(groups(3));
    const { id } = await tree(cwd);
    const { code, out } = await cli(['plan', ...splitDown, '--explain', id], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^Branch /);
    expect(out).toMatch(/2 of 38 imports inside this branch/);
  });

  it('says of a folder, a package or a role where its files stand', async () => {
    const cwd = folderOf({
      ...groups(3),
      'g1/package.json': '{}',
      'g1/f9.test.ts': "import './f0.js';\n",
      'x/y/a.md': '# A\n',
    });
    const explain = async (query: string) =>
      (await cli(['plan', '--max-files', '4', '--min-files', '1', '--explain', query], { cwd })).out;
    const ofPackage = await explain('./g1/');
    expect(ofPackage).toMatch(
      /^Package g1\n8 files, \d+ tokens, in \d leaves\.\n6 source files, 1 test, 1 data file, of the package g1\.\n\nWhere they stand\n/,
    );
    expect(ofPackage).toMatch(/^ {2}.+ (?:all|\d of) +\d files? +\d+ of \d+ tokens {2}[0-9a-f]{12}$/m);
    expect(await explain(join(cwd, 'g1'))).toBe(ofPackage);
    expect(await explain('x')).toMatch(/^Folder x\n1 file, /);
    expect(await explain('test')).toMatch(/^Role test\n1 file, \d+ tokens, in 1 leaf\.\n1 test, of the package g1\.\n/);
    const { out } = await cli(['plan', ...splitDown, '--explain', 'source', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ kind: 'role', name: 'source', leaves: expect.any(Array) });
    const { files, leaves } = JSON.parse(out);
    expect(files.length).toBe(18);
    expect(leaves.reduce((sum: number, leaf: { files: number }) => sum + leaf.files, 0)).toBe(18);
  });

  it('works on a plan from a file, and as JSON', async () => {
    const cwd = folderOf(groups(3));
    await cli(['plan', ...splitDown, '-q', '-o', 'plan.json'], { cwd });
    const { out } = await cli(['plan', 'plan.json', '--explain', 'g1', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ kind: 'leaf', label: 'g1', reason: 'min-files', ties: { imports: 12 } });
  });

  it('refuses what it does not find with what comes close, and what is ambiguous with the choices', async () => {
    const cwd = folderOf({ ...groups(40), 'package-lock.json': '{}' });
    const none = await cli(['plan', ...splitDown, '--explain', 'g1/f3.tz'], { cwd });
    expect(none.code).toBe(2);
    expect(none.err).toMatch(
      /no subplan, label, file, folder or role "g1\/f3\.tz" in this plan \(did you mean "g1\/f3\.ts"\?\)/,
    );
    expect(none.out).toBe('');
    const out = await cli(['plan', ...splitDown, '--explain', 'package-lock.json'], { cwd });
    expect(out.code).toBe(2);
    expect(out.err).toMatch(/left out as lock/);
    const all = [...'0123456789abcdef'].map((digit) => cli(['plan', ...splitDown, '--explain', digit], { cwd }));
    const ambiguous = (await Promise.all(all)).filter(({ err }) =>
      /could be any of \d+ subplans:\n {2}[0-9a-f]{12} /.test(err),
    );
    expect(ambiguous.length).toBeGreaterThan(0);
    for (const { code } of ambiguous) expect(code).toBe(2);
  });
});
