import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import type { Execution } from '../../dist/index.js';
import { nameOf } from './drawn-plan.js';
import { letGo } from './gate.steps.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const idOf = ({ run }: Scene, name: string): string => {
  const id = run.plan.leaves.find(({ label }) => nameOf(label) === name)?.id;
  assert.ok(id, `there is no leaf ${name}`);
  return id;
};

const executionOf = ({ run }: Scene): Execution => run.execution as Execution;

When(/^(\S+) is told to fail$/, function (this: Scene, name: string) {
  return letGo(this, name, { fails: true });
});
When(/^leaf (\S+) is cancelled$/, function (this: Scene, name: string) {
  executionOf(this).cancelLeaf(idOf(this, name));
});
When(/^leaf (\S+) is retried$/, function (this: Scene, name: string) {
  executionOf(this).retryLeaf(idOf(this, name));
});
When('a leaf that is not in the plan is retried', function (this: Scene) {
  try {
    executionOf(this).retryLeaf('nobody');
  } catch (error) {
    this.run.failure = error as Error;
  }
});
When(/^(\S+) has settled( again)?$/, async function (this: Scene, name: string, again: string | undefined) {
  await this.run.heard('settled', name, again ? 2 : 1);
});

Then('it is refused as unknown', function (this: Scene) {
  const { code } = this.run.failure as Error & { code?: string };
  assert.equal(code, 'unknown-subplan');
});
Then(/^(.+) (?:is|are) open again$/, async function (this: Scene, names: string) {
  for (const name of listed(names)) await this.run.heard('reopened', name);
});
Then(/^nothing was opened again$/, async function (this: Scene) {
  await this.run.report;
  assert.deepEqual(this.run.eventsOf('reopened'), []);
});
Then(/^(\S+) has settled once$/, async function (this: Scene, name: string) {
  await this.run.report;
  assert.equal(this.run.about('settled', name).length, 1);
});
Then(
  /^(\S+) settled as (\S+), and then as (\S+)$/,
  async function (this: Scene, name: string, first: string, then: string) {
    await this.run.report;
    const outcomes = this.run.about('settled', name).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, [first, then]);
  },
);
