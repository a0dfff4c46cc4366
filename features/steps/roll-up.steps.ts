import assert from 'node:assert/strict';
import { Then } from '@cucumber/cucumber';
import { nameOf } from './drawn-plan.js';
import { drawnLeaves, named, namesOf } from './reported.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

Then(
  /^(\S+) (?:has|is) ([\w-]+) and covers (\d+) of (\d+) leaves(?:; missing: (.+))?$/,
  async function (
    this: Scene,
    name: string,
    outcome: string,
    covered: string,
    leaves: string,
    missing: string | undefined,
  ) {
    const report = await this.run.report;
    const branch = named(report, name);
    assert.ok(branch.kind === 'branch');
    assert.deepEqual(
      { ...branch.coverage, missing: namesOf(branch.coverage.missing, report), outcome: branch.outcome },
      { covered: Number(covered), leaves: Number(leaves), missing: missing ? listed(missing) : [], outcome },
    );
  },
);
Then(/^the value of (\S+) is (["[{\d].*)$/, async function (this: Scene, name: string, value: string) {
  assert.deepEqual(named(await this.run.report, name).value, JSON.parse(value));
});
Then('the value of project is the names of all leaves in plan order', async function (this: Scene) {
  const { root } = await this.run.report;
  assert.deepEqual(root.value, drawnLeaves(this));
});
Then('the top of the report is the only leaf, {word}', async function (this: Scene, name: string) {
  const { root, leaves, branches } = await this.run.report;
  assert.deepEqual([leaves, branches], [[root], []]);
  assert.deepEqual([nameOf(root.label), root.value], [name, name]);
});
