import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decompose, defineTask, type RunReport } from '../../dist/index.js';
import { folderOf } from '../test-folder.js';
import { countingTask, groupFiles, groupsProject, put } from './projects.js';

const reusedOf = ({ leaves, branches }: RunReport) => ({
  leaves: leaves.filter(({ origin }) => origin === 'reused').length,
  branches: branches.filter(({ origin }) => origin === 'reused').length,
});

/** Changes what a file holds, and nothing of what it imports. */
const edit = (root: string, path: string): void => appendFileSync(join(root, path), '// edited\n');

describe('a run that reuses', () => {
  test('runs nothing where nothing changed, and gives the same report', async () => {
    const { options } = groupsProject(20);
    const { task, taken, rolledUp } = countingTask();
    const first = await decompose(options).execute({ task, ledger: true });
    expect(taken()).toHaveLength(20);
    const branches = rolledUp().length;
    const second = await decompose(options).execute({ task, reuse: true });
    expect([taken(), rolledUp()]).toEqual([[], []]);
    expect(reusedOf(second)).toEqual({ leaves: 20, branches });
    expect(second.root.value).toEqual(first.root.value);
    expect(second.runId).not.toBe(first.runId);
  });

  test('after one edit of a thousand files runs one leaf, and the rollups above it', async () => {
    const { root, options } = groupsProject(200);
    const { task, taken, rolledUp } = countingTask();
    const plan = await decompose(options);
    await plan.execute({ task, ledger: true });
    expect(taken()).toHaveLength(200);
    rolledUp();
    edit(root, 'g77/f3.js');
    const after = await decompose({ ...options, previous: plan });
    const report = await after.execute({ task, reuse: true });
    expect(taken()).toEqual(['g77']);
    const leaf = after.leaves.find(({ files }) => files.includes('g77/f3.js'));
    const above: string[] = [];
    for (let id = leaf?.parent; id !== undefined; id = after.get(id).parent) above.push(after.get(id).label);
    expect(above.length).toBeGreaterThan(1);
    expect(rolledUp()).toEqual(above);
    expect(reusedOf(report)).toEqual({ leaves: 199, branches: after.branches.length - above.length });
  });

  test('takes values over from whichever run has them, and passes them on', async () => {
    const { root, options } = groupsProject(3);
    const { task, taken } = countingTask();
    const original = readFileSync(join(root, 'g1/f0.js'), 'utf8');
    await decompose(options).execute({ task, ledger: true });
    edit(root, 'g1/f0.js');
    await decompose(options).execute({ task, reuse: true });
    expect(taken()).toEqual(['g0', 'g1', 'g1', 'g2']);
    writeFileSync(join(root, 'g1/f0.js'), original);
    expect(reusedOf(await decompose(options).execute({ task, reuse: true }))).toEqual({ leaves: 3, branches: 1 });
    expect(taken()).toEqual([]);
  });

  test.each([
    ['the goal', { decomposing: { goal: 'another' } }],
    ['the version of the task', { version: '2' }],
  ])(
    'runs all anew where %s differs',
    async (_, { decomposing = {}, version }: { decomposing?: object; version?: string }) => {
      const { options } = groupsProject(3);
      await decompose(options).execute({ task: countingTask().task, ledger: true });
      const { task, taken } = countingTask(undefined, version);
      await decompose({ ...options, ...decomposing }).execute({ task, reuse: true });
      expect(taken()).toHaveLength(3);
    },
  );

  test('runs all anew where a file that the module imports was changed', async () => {
    const { options } = groupsProject(2);
    const outside = folderOf({
      ...{ 'task.mjs': "import { n } from './n.mjs';\nexport default () => n;\n", 'n.mjs': 'export const n = 1;\n' },
    });
    const task = join(outside, 'task.mjs');
    await decompose(options).execute({ task, ledger: true });
    expect(reusedOf(await decompose(options).execute({ task, reuse: true })).leaves).toBe(2);
    put(outside, 'n.mjs', 'export const n = 2;\n');
    const report = await decompose(options).execute({ task, reuse: true });
    expect([reusedOf(report).leaves, report.leaves.map(({ value }) => value)]).toEqual([0, [2, 2]]);
  });

  test('looks at context files only for a task that reads them', async () => {
    const files = { ...groupFiles(2), 'g1/f0.js': "import '../g0/f0.js';\nimport './f1.js';\n" };
    for (const reads of ['files', 'context'] as const) {
      const root = folderOf(files);
      const ran: string[] = [];
      const task = defineTask({
        ...{ name: 'reads', version: '1', reads },
        run: (leaf) => {
          ran.push(leaf.files[0].slice(0, 2));
          return leaf.context;
        },
      });
      await decompose({ root, maxFiles: 5 }).execute({ task, ledger: true });
      ran.length = 0;
      edit(root, 'g0/f0.js');
      await decompose({ root, maxFiles: 5 }).execute({ task, reuse: true });
      expect(ran.sort()).toEqual(reads === 'files' ? ['g0'] : ['g0', 'g1']);
    }
  });

  test('does not reuse what failed', async () => {
    const { options } = groupsProject(3);
    const { task, taken } = countingTask((name) => {
      if (name === 'g1') throw new Error('no luck');
    });
    await decompose(options).execute({ task, ledger: true });
    taken();
    await decompose(options).execute({ task, reuse: true });
    expect(taken()).toEqual(['g1']);
  });

  test('is refused for a function without name and version', async () => {
    const { options } = groupsProject(2);
    await expect(decompose(options).execute({ task: () => 1, reuse: true })).rejects.toMatchObject({
      code: 'reuse-refused',
      nextStep: expect.stringContaining('defineTask'),
    });
  });

  test('can be resumed, and reuses for what is left as well', async () => {
    const { options } = groupsProject(3);
    const state = { fails: false };
    const { task, taken } = countingTask((name) => {
      if (state.fails && name === 'g1') throw new Error('no luck');
    });
    state.fails = true;
    const first = await decompose(options).execute({ task, ledger: true });
    state.fails = false;
    await decompose(options).execute({ task, reuse: true });
    taken();
    const resumed = await decompose(options).execute({ task, resume: first.runId, reuse: true });
    expect(taken()).toEqual([]);
    expect([resumed.status, reusedOf(resumed).leaves]).toEqual(['succeeded', 1]);
  });
});

describe('a task that writes', () => {
  /** Rewrites the files of its leaf, as a coding agent would. */
  const writing = (root: string, how: (text: string) => string, isDone = () => false) => {
    const seen: string[] = [];
    const task = defineTask({
      ...{ name: 'writes', version: '1' },
      run: ({ files }) => {
        const path = join(root, files[0]);
        const text = readFileSync(path, 'utf8');
        seen.push(text);
        if (!isDone()) writeFileSync(path, how(text));
        return text.length;
      },
    });
    return { task, seen };
  };

  /** Writes half of it and fails; the next attempt has nothing to write. */
  const failingHalfway = (root: string) => {
    let attempts = 0;
    return defineTask({
      ...{ name: 'writes and fails', version: '1' },
      run: ({ files }) => {
        attempts++;
        if (attempts > 1) return 'done';
        writeFileSync(join(root, files[0]), 'half of it');
        throw new Error('in the middle');
      },
    });
  };

  test('never has its values reused, also where its files are what they were before', async () => {
    const { root, options } = groupsProject(1);
    const { task, seen } = writing(root, (text) => `${text}// more\n`);
    const before = readFileSync(join(root, 'g0/f0.js'), 'utf8');
    const plan = await decompose(options);
    await plan.execute({ task, ledger: true });
    await plan.execute({ task, reuse: true });
    expect(seen).toHaveLength(2);
    writeFileSync(join(root, 'g0/f0.js'), before);
    expect(reusedOf(await plan.execute({ task, reuse: true })).leaves).toBe(0);
    expect(seen).toEqual([before, `${before}// more\n`, before]);
  });

  test('is reused once there is nothing left to write', async () => {
    const { root, options } = groupsProject(1);
    const { task, seen } = writing(root, () => 'export const done = true;\n');
    const plan = await decompose(options);
    await plan.execute({ task, ledger: true });
    await plan.execute({ task, reuse: true });
    expect(seen).toHaveLength(2);
    expect(reusedOf(await plan.execute({ task, reuse: true })).leaves).toBe(1);
  });

  test('is not reused for what an earlier attempt of the same leaf wrote', async () => {
    const { root, options } = groupsProject(1);
    const task = failingHalfway(root);
    const plan = await decompose(options);
    const report = await plan.execute({ task, ledger: true, retries: 1, backoffMs: 0 });
    expect(report.status).toBe('succeeded');
    expect(reusedOf(await plan.execute({ task, reuse: true })).leaves).toBe(0);
  });

  test('is not reused for what an attempt before a resume wrote', async () => {
    const { root, options } = groupsProject(1);
    const task = failingHalfway(root);
    const plan = await decompose(options);
    await plan.execute({ task, ledger: true });
    expect((await plan.execute({ task, resume: true })).status).toBe('succeeded');
    expect(reusedOf(await plan.execute({ task, reuse: true })).leaves).toBe(0);
  });

  test('keeps its finished leaves when it is resumed, whatever their files hold by then', async () => {
    const { root, options } = groupsProject(3);
    const state = { fails: true };
    const ran: string[] = [];
    const task = defineTask({
      ...{ name: 'edits', version: '1' },
      run: ({ files }) => {
        ran.push(files[0].slice(0, 2));
        if (state.fails && files[0].startsWith('g2')) throw new Error('no luck');
        for (const path of files) appendFileSync(join(root, path), '// seen\n');
        return 1;
      },
    });
    await decompose(options).execute({ task, ledger: true });
    state.fails = false;
    ran.length = 0;
    expect((await decompose(options).execute({ task, resume: true })).status).toBe('succeeded');
    expect(ran).toEqual(['g2']);
  });

  test('writes on threads as in process', async () => {
    const { root, options } = groupsProject(2);
    const outside = folderOf({
      'task.mjs': `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
export default ({ files }, { root }) => {
  if (files[0].startsWith('g0')) appendFileSync(join(root, files[0]), '// more\\n');
  return files.length;
};`,
    });
    const plan = await decompose(options);
    const task = join(outside, 'task.mjs');
    await plan.execute({ task, ledger: true });
    put(root, 'g0/f0.js', groupFiles(1)['g0/f0.js']);
    expect(reusedOf(await plan.execute({ task, reuse: true }))).toEqual({ leaves: 1, branches: 0 });
  });
});
