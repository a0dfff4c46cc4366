import { Given } from '@cucumber/cucumber';
import type { RollUpFunction } from '../../dist/index.js';
import { type Drawn, leavesOf, nameOf, readDrawing } from './drawn-plan.js';
import { fixture } from './watched-run.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const behaviours: Readonly<Record<string, string>> = {
  'wait at the gate': 'waits',
  'pass the gate': 'passes',
  'loop for ever': 'loops',
};

Given('the plan', function (this: Scene, drawing: string) {
  this.run.root = readDrawing(drawing);
  const underDb = leavesOf(this.run.root).flatMap(({ text, under }) => (under === 'db' ? [nameOf(text)] : []));
  this.run.gate.count('db', (name) => underDb.includes(name));
});
Given('a plan without leaves', function (this: Scene) {
  this.run.root = undefined;
});
Given(
  /^(\d+) leaves that (wait at the gate|pass the gate|loop for ever)$/,
  function (this: Scene, count: string, does: string) {
    const before = this.run.root?.children?.length ?? 0;
    this.run.add(leaves(Number(count), behaviours[does], before));
  },
);
Given(
  'a tree of {int} levels, whose leaves wait at the gate and whose rollups pass it',
  function (this: Scene, levels: number) {
    const below = (level: number): Drawn[] => [
      { text: `leaf-${level} (waits)` },
      level === levels ? { text: 'last (waits)' } : { text: `level-${level} (passes)`, children: below(level + 1) },
    ];
    this.run.root = { text: 'project (passes)', children: below(1) };
    this.run.options = { rollUp: fixture('roll-ups.mjs') };
  },
);
Given(
  '{int} branches of {int} leaves that pass the gate, whose rollups wait there',
  function (this: Scene, branches: number, each: number) {
    const children = Array.from({ length: branches }, (_, i) => ({
      text: `branch-${i + 1} (waits)`,
      children: leaves(each, 'passes', i * each),
    }));
    this.run.root = { text: 'project (passes)', children };
    this.run.options = { rollUp: fixture('roll-ups.mjs') };
    this.run.gate.count('branches', (name) => name.startsWith('branch-'));
  },
);
Given(/^the task runs (on threads|in process)$/, function (this: Scene, where: string) {
  this.run.isInProcess = where === 'in process';
});
Given(/^branches are rolled up by (a module|the task's own|a function)$/, async function (this: Scene, what: string) {
  const module = fixture('roll-ups.mjs');
  if (what === 'a module') this.run.options = { rollUp: module };
  else if (what === 'a function')
    this.run.options = { rollUp: await defaultOf<RollUpFunction<unknown, unknown>>(module) };
  else this.run.options = { task: fixture('task.mjs') };
});
Given(/^a limit db of (\d+) for (.+)$/, function (this: Scene, max: string, names: string) {
  const picked = listed(names);
  this.run.options = { limits: { db: { max: Number(max), of: ({ label }) => picked.includes(nameOf(label)) } } };
  this.run.gate.count('db', (name) => picked.includes(name));
});

const leaves = (count: number, does: string, before: number): Drawn[] =>
  Array.from({ length: count }, (_, i) => ({ text: `leaf-${before + i + 1} (${does})` }));

const defaultOf = async <T>(module: URL): Promise<T> => ((await import(module.href)) as { default: T }).default;
