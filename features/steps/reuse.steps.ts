import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { Given, Then, When } from '@cucumber/cucumber';
import { projectOf } from './ledger.steps.js';
import type { RecordedProject } from './recorded-project.js';
import type { Scene } from './world.js';

Given('it was run and recorded', async function (this: Scene) {
  const project = projectOf(this);
  await project.run({});
  assert.equal(project.report.status, 'succeeded');
  assert.equal(project.taken().length, project.plan.leaves.length + project.plan.branches.length);
});
Given('its task edits the files of each leaf', function (this: Scene) {
  projectOf(this).tell('edits', '');
});

const runAgain = (project: RecordedProject): Promise<void> => project.run({ reuse: true });

When('it is run again with reuse', function (this: Scene) {
  return runAgain(projectOf(this));
});
When('a file of part {int} is edited and it is run again with reuse', function (this: Scene, part: number) {
  const project = projectOf(this);
  project.edit(`part-${part}/file-3.js`);
  return runAgain(project);
});
When(
  'a file of part {int} gives way to a new one and it is run again with reuse',
  function (this: Scene, part: number) {
    const project = projectOf(this);
    project.delete(`part-${part}/file-3.js`);
    project.write(
      `part-${part}/added.js`,
      "import './file-0.js';\nimport './file-1.js';\nexport const isNew = true;\n",
    );
    return runAgain(project);
  },
);
When('its task is edited and it is run again with reuse', function (this: Scene) {
  const project = projectOf(this);
  appendFileSync(project.task, '// edited\n');
  return runAgain(project);
});
When('its files are set back and it is run again with reuse', function (this: Scene) {
  const project = projectOf(this);
  project.restore();
  return runAgain(project);
});

Then('nothing has run', function (this: Scene) {
  assert.deepEqual(projectOf(this).taken(), []);
});
Then('only part {int} and the rollups above it have run', function (this: Scene, part: number) {
  const project = projectOf(this);
  assert.deepEqual(project.taken(), [`part-${part}`, ...rollUpsAbove(project, part)].sort());
});
Then('there are {int} rollups above part {int}', function (this: Scene, count: number, part: number) {
  assert.equal(rollUpsAbove(projectOf(this), part).length, count);
});
Then('{int} leaves were reused', function (this: Scene, count: number) {
  const { leaves } = projectOf(this).report;
  assert.equal(leaves.filter(({ origin }) => origin === 'reused').length, count);
});
Then('no leaf was reused', function (this: Scene) {
  const { report } = projectOf(this);
  assert.deepEqual([...new Set(report.leaves.map(({ origin }) => origin))], ['ran']);
});
Then('one file is new, one is gone and no other has changed leaf', function (this: Scene) {
  const { moved, placed, gone } = projectOf(this).plan.measures.stayed ?? {};
  assert.deepEqual([moved, placed, gone], [0, 1, 1]);
});
Then('its result is of {int} files', function (this: Scene, files: number) {
  assert.deepEqual(projectOf(this).report.root.value, { files });
});

const rollUpsAbove = ({ plan }: RecordedProject, part: number): string[] => {
  const above: string[] = [];
  const leaf = plan.leaves.find(({ label }) => label === `part-${part}`);
  assert.ok(leaf, plan.leaves.map(({ label }) => label).join(', '));
  for (let id = leaf.parent; id !== undefined; id = plan.get(id).parent) above.push(`rollup ${plan.get(id).label}`);
  return above;
};
