import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  decompose,
  defineTask,
  memoryLedger,
  type RunReport,
  readPlan,
  type SubplanFailure,
} from '../../dist/index.js';
import { folderOf } from '../test-folder.js';
import { countingTask, groupsProject, put } from './projects.js';

const failureOf = async (promise: PromiseLike<unknown>): Promise<SubplanFailure> => {
  try {
    await promise;
  } catch (failure) {
    return failure as SubplanFailure;
  }
  throw new Error('it was not refused');
};

/** A run of four leaves in which `g2` fails as long as it is told to. */
const failing = () => {
  const { root, options } = groupsProject(4);
  const state = { fails: true };
  const counting = countingTask((name) => {
    if (state.fails && name === 'g2') throw new Error('no luck');
  });
  return { root, options, state, ...counting };
};

describe('a run that is resumed', () => {
  test('runs what failed again, and nothing that is done', async () => {
    const { options, state, task, taken, rolledUp } = failing();
    const first = await decompose(options).execute({ task, ledger: true, maxParallel: 2 });
    expect([first.status, taken(), rolledUp()]).toEqual(['failed', ['g0', 'g1', 'g2', 'g3'], ['project']]);
    state.fails = false;
    const second = await decompose(options).execute({ task, resume: true });
    expect([second.status, taken(), rolledUp()]).toEqual(['succeeded', ['g2'], ['project']]);
    expect(second.runId).toBe(first.runId);
    expect(second.root.value).toEqual({ size: 20 });
    expect(second.leaves.map(({ attempts }) => attempts)).toEqual([1, 1, 2, 1]);
  });

  test('that is finished gives its report again, and neither runs nor writes anything', async () => {
    const { root, options, state, task, taken } = failing();
    state.fails = false;
    const first = await decompose(options).execute({ task, ledger: true });
    const file = join(root, '.subplan/ledger.db');
    const before = readFileSync(file);
    taken();
    const again = await decompose(options).execute({ task, resume: first.runId });
    expect(taken()).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(again).toEqual(first);
  });

  test('keeps what leaves spent, whoever ran them', async () => {
    const { options } = groupsProject(2);
    const state = { fails: true };
    const task = defineTask({
      ...{ name: 'spends', version: '1' },
      run: ({ files }, { spend }) => {
        spend({ usd: 1 });
        if (state.fails && files[0].startsWith('g1')) throw new Error('too dear');
        return 1;
      },
    });
    await decompose(options).execute({ task, ledger: true });
    state.fails = false;
    const { usage, leaves } = await decompose(options).execute({ task, resume: true });
    expect(usage).toEqual({ usd: 3 });
    expect(leaves.map((leaf) => leaf.usage)).toEqual([{ usd: 1 }, { usd: 2 }]);
  });

  test('starts its retries anew for a leaf that had failed for good', async () => {
    const { options, task, taken } = failing();
    await decompose(options).execute({ task, ledger: true, retries: 1, backoffMs: 0 });
    expect(taken().filter((name) => name === 'g2')).toHaveLength(2);
    const report = await decompose(options).execute({ task, resume: true });
    expect(taken()).toEqual(['g2', 'g2']);
    expect(report.leaves[2]).toMatchObject({ outcome: 'failed', attempts: 4 });
  });

  test('with retryFailed runs what failed and leaves the rest as it is', async () => {
    const { options, state, task, taken } = failing();
    const execution = decompose(options).execute({
      task,
      ledger: true,
      onFailure: 'stop',
      maxParallel: 1,
      order: 'plan',
    });
    expect((await execution).leaves.map(({ outcome }) => outcome)).toEqual([
      ...['succeeded', 'succeeded', 'failed', 'never-started'],
    ]);
    taken();
    state.fails = false;
    const report = await decompose(options).execute({ task, retryFailed: true });
    expect(taken()).toEqual(['g2']);
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual([
      ...['succeeded', 'succeeded', 'succeeded', 'never-started'],
    ]);
    expect((await decompose(options).execute({ task, resume: true })).status).toBe('succeeded');
    expect(taken()).toEqual(['g3']);
  });

  test('rolls up anew what lacked a leaf before, also where that did not come to an end', async () => {
    const { options } = groupsProject(4);
    const state = { leafFails: true, rollUpFails: false };
    const task = defineTask({
      ...{ name: 'in between', version: '1' },
      run: ({ files }) => {
        if (state.leafFails && files[0].startsWith('g2')) throw new Error('no luck');
        return { size: files.length };
      },
      rollUp: ({ values }) => {
        if (state.rollUpFails) throw new Error('not now');
        return { size: values.reduce((sum, { size }) => sum + size, 0) };
      },
    });
    const first = await decompose(options).execute({ task, ledger: true });
    expect(first.root.value).toEqual({ size: 15 });
    // The leaf succeeds now, and its branch does not come to an end: what it had before lacks the leaf.
    Object.assign(state, { leafFails: false, rollUpFails: true });
    expect((await decompose(options).execute({ task, resume: true })).root.outcome).toBe('failed');
    state.rollUpFails = false;
    const report = await decompose(options).execute({ task, resume: true });
    expect(report.root).toMatchObject({ value: { size: 20 }, coverage: { covered: 4 } });
  });

  test('takes its plan from the ledger: nothing is scanned, and edits do not change it', async () => {
    const { root, options, state, task, taken } = failing();
    await decompose(options).execute({ task, ledger: true });
    put(root, 'g9/new.js', "import '../g0/f0.js';");
    state.fails = false;
    taken();
    const report = await decompose(options).execute({ task, resume: true });
    expect(report.leaves).toHaveLength(4);
    expect(taken()).toEqual(['g2']);
  });

  test('lists unfinished leaves whose files were changed, and says that they run on what is there', async () => {
    const { root, options, state, task } = failing();
    await decompose(options).execute({ task, ledger: true });
    state.fails = false;
    for (const group of ['g1', 'g2']) put(root, `${group}/f1.js`, 'export const other = 1;\n');
    const later = new Date(Date.now() + 10_000);
    for (const group of ['g1', 'g2']) utimesSync(join(root, group, 'f1.js'), later, later);
    const warnings: string[] = [];
    const execution = decompose(options).execute({ task, resume: true });
    for await (const event of execution) if (event.type === 'warning') warnings.push(event.message);
    expect(warnings).toEqual([expect.stringContaining('an unfinished leaf')]);
    expect(warnings[0]).toContain('g2');
    expect((await execution).status).toBe('succeeded');
  });

  test('works with a ledger in memory as with one in a file', async () => {
    const { options, state, task, taken } = failing();
    const ledger = memoryLedger();
    await decompose(options).execute({ task, ledger });
    state.fails = false;
    taken();
    expect((await decompose(options).execute({ task, ledger, resume: true })).status).toBe('succeeded');
    expect(taken()).toEqual(['g2']);
  });
});

describe('what may differ', () => {
  test('is accepted, recorded with both values, and holds for the sessions after it', async () => {
    const { options, task } = failing();
    await decompose(options).execute({ task, ledger: true, maxParallel: 4, timeoutMs: 60_000 });
    const second = await decompose(options).execute({
      task,
      resume: true,
      maxParallel: 2,
      timeoutMs: 90_000,
      retries: 0,
    });
    expect(second.concurrency.limit).toBe(2);
    const third = await decompose(options).execute({ task, resume: true });
    expect(third.concurrency.limit).toBe(2);
    expect(third.sessions?.map(({ changed }) => changed)).toEqual([
      [],
      [
        { option: 'maxParallel', class: 'throughput', before: 4, now: 2 },
        { option: 'timeoutMs', class: 'limit', before: 60_000, now: 90_000 },
      ],
      [],
    ]);
    expect(third.sessions?.map(({ kept, toRun }) => [kept, toRun])).toEqual([
      [0, 5],
      [3, 2],
      [3, 2],
    ]);
  });
});

describe('a resume is refused, and the ledger left as it was, where', () => {
  const refused = async (change: (root: string) => object, task?: unknown): Promise<SubplanFailure> => {
    const { root, options, task: own } = failing();
    await decompose(options).execute({ task: own, ledger: true });
    const file = join(root, '.subplan/ledger.db');
    const before = readFileSync(file);
    const { decomposing = {}, executing = {} } = change(root) as { decomposing?: object; executing?: object };
    const given = { task: task ?? own, resume: true, ...executing } as never;
    const failure = await failureOf(decompose({ ...options, ...decomposing }).execute(given));
    expect(readFileSync(file).equals(before)).toBe(true);
    return failure;
  };

  test.each([
    ['minFiles', { minFiles: 2 }, '5', '2'],
    ['maxFiles', { maxFiles: 7 }, '5', '7'],
    ['goal', { goal: 'another' }, 'nothing', '"another"'],
    ['seed', { seed: 3 }, '1', '3'],
    ['include', { include: ['g0/**'] }, '[]', '["g0/**"]'],
    ['maxTokens', { maxTokens: 99 }, 'nothing', '99'],
  ])('%s differs', async (option, decomposing, was, now) => {
    const failure = await refused(() => ({ decomposing }));
    expect(failure.code).toBe('resume-refused');
    expect(failure.problems).toEqual([{ field: option, expected: `${was}, as recorded`, received: now }]);
    expect(failure.nextStep).toMatch(/Set back what is listed.*start a new run/);
  });

  test('every differing option is named at once, and none that may differ', async () => {
    const { problems } = await refused(() => ({
      decomposing: { minFiles: 2, seed: 9 },
      executing: { maxParallel: 7 },
    }));
    expect(problems.map(({ field }) => field).sort()).toEqual(['minFiles', 'seed']);
  });

  test('the task has another version', async () => {
    const failure = await refused(() => ({}), countingTask(undefined, '2').task);
    expect(failure).toMatchObject({ code: 'resume-refused', problems: [{ field: 'task' }] });
    expect(failure.message).toContain('counting 1');
    expect(failure.message).toContain('counting 2');
  });

  test('a rollup is added', async () => {
    const module = 'data:text/javascript,export default () => 1';
    const failure = await refused(() => ({ executing: { rollUp: module } }));
    expect(failure.problems).toMatchObject([{ field: 'rollUp', expected: 'nothing, as recorded' }]);
  });

  test('it is another plan', async () => {
    const { options, task } = failing();
    await decompose(options).execute({ task, ledger: true });
    const other = await decompose({ ...options, maxFiles: 10, minFiles: 1 });
    expect(await failureOf(other.execute({ task, resume: true }))).toMatchObject({
      ...{ code: 'resume-refused', problems: [{ field: 'plan' }] },
    });
  });

  test('the ledger is of another project', async () => {
    const { root, options, task } = failing();
    await decompose(options).execute({ task, ledger: true });
    const elsewhere = folderOf({ 'main.c': 'int main() {}' });
    cpSync(join(root, '.subplan'), join(elsewhere, '.subplan'), { recursive: true });
    const failure = await failureOf(decompose({ root: elsewhere }).execute({ task, resume: true }));
    expect(failure).toMatchObject({ code: 'resume-refused', message: expect.stringContaining('another project') });
    expect(failure.message).toContain(root);
  });

  test('the project was moved is none of them', async () => {
    const { root, options, state, task, taken } = failing();
    await decompose(options).execute({ task, ledger: true });
    const moved = folderOf({});
    cpSync(root, moved, { recursive: true });
    state.fails = false;
    taken();
    const report: RunReport = await decompose({ root: moved, maxFiles: 5 }).execute({ task, resume: true });
    expect([report.status, taken()]).toEqual(['succeeded', ['g2']]);
  });

  test('the task is a function without name and version', async () => {
    const { options } = groupsProject(2);
    const warnings: string[] = [];
    const execution = decompose(options).execute({ task: () => 1, ledger: true });
    for await (const event of execution) if (event.type === 'warning') warnings.push(event.message);
    expect(warnings).toEqual([expect.stringContaining('defineTask')]);
    expect(await failureOf(decompose(options).execute({ task: () => 1, resume: true }))).toMatchObject({
      code: 'resume-refused',
      nextStep: expect.stringContaining('defineTask'),
    });
  });

  test('the task is a function, and is not given again', async () => {
    const { options, task } = failing();
    await decompose(options).execute({ task, ledger: true });
    expect(await failureOf(decompose(options).execute({ resume: true }))).toMatchObject({
      ...{ code: 'resume-refused', message: expect.stringContaining('counting 1') },
    });
  });

  test('there is no run', async () => {
    const { options, task } = failing();
    expect(await failureOf(decompose(options).execute({ task, resume: true }))).toMatchObject({
      ...{ code: 'run-not-found', nextStep: expect.stringContaining('execute({ ledger: true })') },
    });
    await decompose(options).execute({ task, ledger: true });
    expect((await failureOf(decompose(options).execute({ task, resume: 'nope' }))).message).toContain('nope');
  });

  test('resume and retryFailed, or resume and no ledger, are asked for together', () => {
    const { options, task } = failing();
    expect(() => decompose(options).execute({ task, resume: true, retryFailed: true })).toThrow('retryFailed');
    expect(() => decompose(options).execute({ task, resume: true, ledger: false })).toThrow('since resume needs one');
  });
});

describe('a module as the task', () => {
  const moduleProject = () => {
    const { root, options } = groupsProject(2);
    const outside = folderOf({
      'task.mjs': "import { answer } from './lib/answer.mjs';\nexport default () => answer();\n",
      'lib/answer.mjs':
        "import { fails } from './deep.mjs';\nexport const answer = () => { if (fails) throw new Error('no'); return 1; };\n",
      'lib/deep.mjs': 'export const fails = true;\n',
    });
    return { root, options, outside, task: join(outside, 'task.mjs') };
  };

  test('comes from the ledger, and need not be given', async () => {
    const { options, task } = moduleProject();
    await decompose(options).execute({ task, ledger: true });
    const report = await decompose(options).execute({ resume: true });
    expect(report.leaves.map(({ attempts }) => attempts)).toEqual([2, 2]);
  });

  test('is another one when a file that it imports, however far away, was changed', async () => {
    const { options, outside, task } = moduleProject();
    await decompose(options).execute({ task, ledger: true });
    writeFileSync(join(outside, 'lib/deep.mjs'), 'export const fails = false;\n');
    expect(await failureOf(decompose(options).execute({ resume: true }))).toMatchObject({
      ...{ code: 'resume-refused', problems: [{ field: 'task' }] },
    });
  });

  test('is the same one when its folder was moved', async () => {
    const { options, outside, task } = moduleProject();
    await decompose(options).execute({ task, ledger: true });
    const moved = folderOf({});
    cpSync(outside, moved, { recursive: true });
    const report = await decompose(options).execute({ resume: true, task: join(moved, 'task.mjs') });
    expect(report.leaves.map(({ attempts }) => attempts)).toEqual([2, 2]);
  });
});

test('a plan from a file can be recorded and resumed too', async () => {
  const { root, options, state, task, taken } = failing();
  writeFileSync(join(root, 'plan.json'), JSON.stringify(await decompose(options)));
  await (await readPlan(join(root, 'plan.json'))).execute({ task, root, ledger: true });
  state.fails = false;
  taken();
  const report = await (await readPlan(join(root, 'plan.json'))).execute({ task, root, resume: true });
  expect([report.status, taken()]).toEqual(['succeeded', ['g2']]);
  expect(statSync(join(root, '.subplan/ledger.db')).isFile()).toBe(true);
});
