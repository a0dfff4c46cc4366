import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { type Drawn, leavesOf, nameOf } from './drawn-plan.js';
import type { Word } from './gate.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

When('the gate opens', function (this: Scene) {
  this.run.gate.open();
});
When(/^(\d+) of them (?:is|are) let go$/, async function (this: Scene, count: string) {
  for (const name of [...this.run.gate.inside].slice(0, Number(count))) await letGo(this, name);
});
When(/^(\S+) is let go$/, function (this: Scene, name: string) {
  return letGo(this, name);
});
When(/^(\S+) is let go to (?:die|loop)$/, function (this: Scene, name: string) {
  this.run.gate.letGo(name);
});
When(/^(.+) (?:has|have) heard that (?:it is|they are) to end$/, async function (this: Scene, names: string) {
  await this.run.changes.until(() => listed(names).every((name) => this.run.gate.asked.has(name)));
});
When(/^(\S+) has heard that its time is over$/, async function (this: Scene, name: string) {
  await this.run.changes.until(() => this.run.gate.asked.has(name));
});

/** Resolves when its attempt has ended. */
export const letGo = async ({ run }: Scene, name: string, word?: Word): Promise<void> => {
  const { gate, changes } = run;
  assert.ok(gate.inside.has(name), `${name} is not inside; there are: ${[...gate.inside].join(', ')}`);
  const ends = (): number =>
    run.about('attempt-failed', name).length + run.about(name.includes('/') ? 'sampled' : 'settled', name).length;
  const entries = (): number => gate.entered.filter((one) => one === name).length;
  const before = { ends: ends(), entries: entries() };
  gate.letGo(name, word);
  await changes.until(() => ends() > before.ends && (!gate.inside.has(name) || entries() > before.entries));
};

Then(/^(\d+) (?:is|are) inside the gate and no more come in$/, async function (this: Scene, count: string) {
  const { gate, changes } = this.run;
  await changes.until(() => gate.inside.size === Number(count));
  await gate.settle();
  assert.equal(gate.inside.size, Number(count));
});
Then('{int} branches are inside the gate and no more come in', async function (this: Scene, count: number) {
  const { gate, changes } = this.run;
  await changes.until(() => gate.insideOf('branches').length === count);
  await gate.settle();
  assert.deepEqual([gate.insideOf('branches').length, gate.inside.size], [count, count]);
});
Then(
  /^([a-z].*) (?:is|are) inside the gate( and no more come in)?$/,
  async function (this: Scene, text: string, noMore: string | undefined) {
    const { gate, changes } = this.run;
    const names = text === 'nobody' ? [] : listed(text);
    await changes.until(() => gate.inside.size === names.length && names.every((name) => gate.inside.has(name)));
    if (noMore) await gate.settle();
    assert.deepEqual([...gate.inside].sort(), names.sort());
  },
);
Then('the peak is {int}, as measured and as seen at the gate', async function (this: Scene, peak: number) {
  const { concurrency } = await this.run.report;
  await this.run.gate.hasHeardAll();
  assert.deepEqual({ measured: concurrency.peak, seen: this.run.gate.most.all }, { measured: peak, seen: peak });
});
Then('of those under db never more than {int} were inside at once', async function (this: Scene, most: number) {
  await this.run.report;
  await this.run.gate.hasHeardAll();
  assert.equal(this.run.gate.most.db, most);
});
Then('each subplan was at the gate once', async function (this: Scene) {
  const branches = this.run.options.rollUp ? branchesOf(this.run.root) : [];
  const all = [...leavesOf(this.run.root as Drawn), ...branches].map(({ text }) => nameOf(text));
  assert.deepEqual([...(await entered(this))].sort(), all.sort());
});
Then('they came to the gate in plan order', async function (this: Scene) {
  assert.deepEqual(
    await entered(this),
    leavesOf(this.run.root as Drawn).map(({ text }) => nameOf(text)),
  );
});
Then(/^they came to the gate in the order (.+)$/, async function (this: Scene, names: string) {
  assert.deepEqual(await entered(this), listed(names));
});
Then(/^(.+) were at the gate twice$/, async function (this: Scene, names: string) {
  const all = await entered(this);
  for (const name of listed(names)) assert.equal(all.filter((one) => one === name).length, 2, name);
});
Then('nobody was at the gate', async function (this: Scene) {
  assert.deepEqual(await entered(this), []);
});

const entered = async ({ run }: Scene): Promise<readonly string[]> => {
  await run.report;
  await run.gate.hasHeardAll();
  return run.gate.entered;
};

const branchesOf = (drawn: Drawn | undefined): Drawn[] =>
  drawn?.children ? [drawn, ...drawn.children.flatMap(branchesOf)] : [];
