import { readdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { defineTask, type Leaf, type TaskContext } from '../../../dist/index.js';
import { folderOf } from '../../test-folder.js';

/** Gives temporary files a place of their own for the length of a test, and tells what subplan has in it. */
export const ownTemporaryFolder = (): (() => string[]) => {
  const folder = folderOf({});
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  return () => readdirSync(folder).filter((name) => name.startsWith('subplan-'));
};

export const twoArms = [
  { name: 'without', settings: { bonus: 0 } },
  { name: 'with', settings: { bonus: 1 } },
];

export const someCases = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i + 1}`, input: i }));

type TrialOf = NonNullable<Leaf['trial']>;

/** `case/arm/replication` */
export const nameOf = ({ case: one, arm, replication }: TrialOf): string => `${one.id}/${arm.name}/${replication}`;

/** A task that can be resumed, and tells which trials it was called for. */
export const recorded = (run: (trial: TrialOf, context: TaskContext) => unknown, version = '1') => {
  const calls: string[] = [];
  const task = defineTask({
    ...{ name: 'recorded', version },
    run: (leaf: Leaf, context: TaskContext): unknown => {
      const trial = leaf.trial as TrialOf;
      calls.push(nameOf(trial));
      return run(trial, context);
    },
  });
  return { task, calls };
};
