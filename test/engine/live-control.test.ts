import { describe, expect, test } from 'vitest';
import { decompose, type Leaf, type RunEvent } from '../../dist/index.js';
import { leavesNamed, numbered } from '../run/plans.js';

/** Leaves that wait to be let out, or to be made to fail. */
const held = () => {
  const inside = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const entered: string[] = [];
  const task = (leaf: { files: readonly string[] }, { signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      entered.push(leaf.files[0]);
      inside.set(leaf.files[0], { resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { task, inside, entered };
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

describe('one leaf', () => {
  test('is cancelled while it runs, and the others go on', async () => {
    const plan = await leavesNamed(['a', 'b', 'c']);
    const { task, inside, entered } = held();
    const execution = plan.execute({ task, maxParallel: 2 });
    await until(() => entered.length === 2);
    execution.cancelLeaf(plan.leaves[0].id, 'too slow');
    await until(() => entered.length === 3);
    for (const name of ['b', 'c']) inside.get(name)?.resolve(name);
    const report = await execution;
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual(['cancelled', 'succeeded', 'succeeded']);
    expect(report.leaves[0].failure?.message).toMatch(/too slow/);
    expect(report.root).toMatchObject({ outcome: 'succeeded', coverage: { covered: 2 } });
    expect(report.status).toBe('failed');
  });

  test('is cancelled before it starts', async () => {
    const plan = await leavesNamed(['a', 'b', 'c']);
    const { task, inside, entered } = held();
    const execution = plan.execute({ task, maxParallel: 1 });
    execution.cancelLeaf(plan.leaves[2].id);
    await until(() => entered.length === 1);
    inside.get('a')?.resolve('a');
    await until(() => entered.length === 2);
    inside.get('b')?.resolve('b');
    const report = await execution;
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'never-started']);
    expect(entered).toEqual(['a', 'b']);
  });

  test('is retried while others run, and what stands above is rolled up again with its value', async () => {
    const plan = await decompose({
      files: ['x/1', 'x/2', 'y/1', 'y/2'].map((path) => ({ path, tokens: 10 })),
      ...{ minFiles: 1, maxFiles: 1, maxChildren: 2 },
    });
    const { task, inside, entered } = held();
    const rolledUp: string[][] = [];
    const rollUp = ({ values }: { values: readonly unknown[] }) => {
      const all = values.flat().map(String);
      rolledUp.push(all);
      return all;
    };
    const execution = plan.execute({ task, rollUp, maxParallel: 4 } as never);
    const events: RunEvent[] = [];
    const reading = (async () => {
      for await (const event of execution) events.push(event);
    })();
    await until(() => entered.length === 4);
    const [first, second] = plan.branches[1].children.map((id) => plan.get(id)) as Leaf[];
    inside.get(first.files[0])?.reject(new Error('once'));
    inside.get(second.files[0])?.resolve(second.files[0]);
    // Its branch is rolled up without it.
    await until(() => rolledUp.length === 1);
    execution.retryLeaf(first.id);
    await until(() => entered.length === 5);
    inside.get(first.files[0])?.resolve(first.files[0]);
    for (const { files } of plan.leaves) inside.get(files[0])?.resolve(files[0]);
    const report = await execution;
    await reading;
    expect(report.status).toBe('succeeded');
    expect([...(report.root.value as unknown as string[])].sort()).toEqual(['x/1', 'x/2', 'y/1', 'y/2']);
    expect(report.leaves.find(({ id }) => id === first.id)).toMatchObject({ outcome: 'succeeded', attempts: 2 });
    expect(events.filter(({ type }) => type === 'reopened')).toHaveLength(2);
    expect(report.failures).toEqual([]);
  });

  test('that is not in the plan is refused', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const { task, inside, entered } = held();
    const execution = plan.execute({ task, maxParallel: 2 });
    await until(() => entered.length === 2);
    expect(() => execution.retryLeaf('nobody')).toThrow(/no leaf of the plan has the id "nobody"/);
    for (const one of inside.values()) one.resolve('');
    expect((await execution).status).toBe('succeeded');
  });

  test('that has succeeded is left as it is', async () => {
    const plan = await leavesNamed(numbered(2));
    const { task, inside, entered } = held();
    const execution = plan.execute({ task, maxParallel: 2 });
    await until(() => entered.length === 2);
    inside.get('ok-00000')?.resolve('done');
    for await (const event of execution) if (event.type === 'settled') break;
    execution.retryLeaf(plan.leaves[0].id);
    execution.cancelLeaf(plan.leaves[0].id);
    inside.get('ok-00001')?.resolve('done');
    const report = await execution;
    expect([report.status, report.leaves[0].attempts]).toEqual(['succeeded', 1]);
  });
});
