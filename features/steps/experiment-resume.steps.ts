import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Given, Then, When } from '@cucumber/cucumber';
import { SubplanFailure } from '../../dist/index.js';
import { experimentOf, setOptions } from './experiments.steps.js';
import type { WatchedExperiment } from './watched-experiment.js';
import type { Scene } from './world.js';

const scoreOf = ({ project }: WatchedExperiment): string => join(project.base, 'score.mjs');

Given('its score stands in a module', function (this: Scene) {
  const score = scoreOf(experimentOf(this));
  writeFileSync(score, 'export default (value) => value;\n');
  setOptions(this, { score });
});

const changes: Readonly<Record<string, (one: WatchedExperiment) => void>> = {
  setting: (one) => {
    one.arms = one.arms.map((arm) => (arm.name === 'b' ? { ...arm, settings: { tool: true } } : arm));
  },
  input: (one) => {
    one.cases = one.cases.map((given) => (given.id === 'two' ? { ...given, input: 'another' } : given));
  },
  expectation: (one) => {
    one.cases = one.cases.map((given) => (given.id === 'two' ? { ...given, expected: 'that' } : given));
  },
  score: (one) => appendFileSync(scoreOf(one), '// edited\n'),
  task: (one) => appendFileSync(one.module, '// edited\n'),
};

When(/^the (setting|input|expectation|score|task) is changed$/, function (this: Scene, what: string) {
  changes[what](experimentOf(this));
});

Then(/^resuming the experiment is refused: (.+)$/, function (this: Scene, field: string) {
  const { failure } = this.run;
  assert.ok(failure instanceof SubplanFailure, 'it was not refused');
  assert.equal(failure.code, 'resume-refused', failure.message);
  assert.deepEqual(
    failure.problems.map((problem) => problem.field),
    [field],
  );
  const [{ expected, received }] = failure.problems;
  assert.match(expected, /as recorded$/);
  assert.notEqual(received, expected.replace(/, as recorded$/, ''));
});
Then('the last two have the same aggregates, to the byte', async function (this: Scene) {
  const [before, last] = (await Promise.all(experimentOf(this).reports)).slice(-2);
  assert.equal(JSON.stringify(last.aggregates), JSON.stringify(before.aggregates));
});
Then(/^(\S+) was run twice$/, async function (this: Scene, name: string) {
  await experimentOf(this).report;
  const ran = experimentOf(this).taken();
  assert.equal(ran.filter((one) => one === name).length, 2, ran.join(' '));
});
