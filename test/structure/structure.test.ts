import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Files, writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A project of the given files, with empty ones where they import from: looking at all of src/ would take long. */
const planted = (files: Files): string => {
  const root = folderOf();
  writeFiles(root, Object.fromEntries(imported.map((file) => [`src/${file}`, 'export {};\n'])));
  cpSync(join(project, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  writeFiles(root, files);
  return root;
};

const imported = [
  ...['scan/scan.ts', 'plan/plan-tree.ts', 'ledger/lease.ts', 'domain/fact.ts', 'languages/rust/read.ts'],
  'domain/bounds.ts',
];

const check = (root: string) =>
  spawnSync(process.execPath, [join(project, 'test/structure/check.mjs'), '--root', root], {
    cwd: project,
    encoding: 'utf8',
  });

// That they hold for the code as it is, is what `npm run structure` says.
describe('structure rules', () => {
  it('refuse what is planted against each of them, by name', () => {
    const plants: Record<string, Record<string, string>> = {
      'cluster-imports-only-what-it-may': { 'src/cluster/planted.ts': "import '../scan/scan.js';\n" },
      'report-imports-only-what-it-may': {
        'src/report/planted.ts': "export type { PlanTree } from '../plan/plan-tree.js';\n",
      },
      'history-imports-only-what-it-may': { 'src/history/planted.ts': "import '../ledger/lease.js';\n" },
      'facts-are-folded-in-history': {
        'src/engine/folded.ts': "export type { Fact } from '../domain/fact.js';\n",
      },
      'tasks-know-languages-by-their-lexis': { 'src/tasks/planted.ts': "import '../languages/rust/read.js';\n" },
      'no-circles': { 'src/util/one.ts': "import './two.js';\n", 'src/util/two.ts': "import './one.js';\n" },
      'core-leaves-the-process-alone': { 'src/plan/planted.ts': "import 'node:fs';\n" },
      'every-folder-has-a-rule': { 'src/planted/planted.ts': "import '../domain/bounds.js';\n" },
      'ships-only-dependencies': { 'src/engine/planted.ts': "import 'tinybench';\n" },
      'nothing-unresolved': { 'src/domain/planted.ts': "import './nowhere.js';\n" },
    };
    const { status, stderr } = check(planted(Object.assign({}, ...Object.values(plants))));
    for (const [rule, files] of Object.entries(plants)) {
      expect(stderr).toMatch(new RegExp(`${Object.keys(files)[0]} imports \\S+: ${rule}`));
    }
    expect(status).toBe(1);
  });

  it('fail when nothing was seen', () => {
    const root = folderOf();
    mkdirSync(join(root, 'src'));
    const { status, stderr } = check(root);
    expect(stderr).toContain('the check did not work');
    expect(status).toBe(1);
  });
});
