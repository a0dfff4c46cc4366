import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import type { ExperimentOptions } from '../../dist/experiment.js';
import { commandProjectOf } from './commands.steps.js';
import { WatchedExperiment } from './watched-experiment.js';
import { listed, readSettings } from './words.js';
import type { Scene } from './world.js';

const experiments = new WeakMap<Scene, WatchedExperiment>();

/** The experiment of a scenario, made when first asked for. */
export const experimentOf = (scene: Scene): WatchedExperiment => {
  const found = experiments.get(scene);
  if (found) return found;
  const made = new WatchedExperiment(commandProjectOf(scene), scene.run);
  experiments.set(scene, made);
  return made;
};

export const setOptions = (scene: Scene, more: Partial<ExperimentOptions>): void => {
  const one = experimentOf(scene);
  one.options = { ...one.options, ...more };
};

Given(/^the cases? ([\w, ]+)$/, function (this: Scene, ids: string) {
  experimentOf(this).cases = listed(ids).map((id) => ({ id, input: id }));
});
Given(/^the arms? ([\w, ]+)$/, function (this: Scene, names: string) {
  experimentOf(this).arms = listed(names).map((name) => ({ name }));
});
Given(/^each arm has the settings (.+)$/, function (this: Scene, settings: string) {
  const one = experimentOf(this);
  one.arms = one.arms.map(({ name }) => ({ name, settings: JSON.parse(settings) }));
});
Given(/^each case expects (\S+)$/, function (this: Scene, expected: string) {
  const one = experimentOf(this);
  one.cases = one.cases.map((given) => ({ ...given, expected }));
});
Given(
  /^(?:each trial|trial)(?: (\S+\/\S+\/\S+))? ((?:waits|fails|scores|is turned|spends|uses|removes|changes|says)\b.*)$/,
  function (this: Scene, pattern: string | undefined, words: string) {
    experimentOf(this).does(pattern ?? '*/*/*', words);
  },
);
Given(/^its score is: (\w+)$/, function (this: Scene, score: string) {
  setOptions(this, { score });
});
Given('whatever a trial returns is a pass', function (this: Scene) {
  setOptions(this, { score: () => true });
});

/** Begins it; what it is refused with at once is kept. */
const begin = async (scene: Scene, settings: string | undefined, more: Partial<ExperimentOptions> = {}) => {
  scene.run.failure = undefined;
  const given = settings ? readSettings(settings) : {};
  try {
    await experimentOf(scene).start({ ...given, ...more });
  } catch (error) {
    scene.run.failure = error as Error;
  }
};

const run = async (scene: Scene, settings: string | undefined, more: Partial<ExperimentOptions> = {}) => {
  await begin(scene, settings, more);
  if (scene.run.failure) return;
  await experimentOf(scene).report.catch((error: Error) => {
    scene.run.failure = error;
  });
};

When(/^the experiment begins(?: with (.+))?$/, function (this: Scene, settings: string | undefined) {
  return begin(this, settings);
});
When(/^the experiment is run(?: again)?(?: with (.+))?$/, function (this: Scene, settings: string | undefined) {
  return run(this, settings);
});
When(/^the experiment is resumed(?: with (.+))?$/, function (this: Scene, settings: string | undefined) {
  // From here on, what is noted is of this one.
  experimentOf(this).taken();
  return run(this, settings, { resume: true });
});

When(/^trial (\S+) may go on$/, async function (this: Scene, name: string) {
  const { gate, changes, report } = this.run;
  const over = report.then(() => assert.fail('it has ended'));
  await Promise.race([changes.until(() => gate.inside.has(name)), over]);
  over.catch(() => {});
  gate.letGo(name);
  await changes.until(() => !gate.inside.has(name));
});
When('all may go on, those that came last before the others', async function (this: Scene) {
  const { gate, changes, report } = this.run;
  let isOver = false;
  const over = report.then(() => {
    isOver = true;
    changes.happened();
  });
  for (;;) {
    await changes.until(() => isOver || gate.inside.size > 0);
    if (isOver) return over;
    await gate.settle();
    const last = [...gate.inside].at(-1) as string;
    gate.letGo(last);
    await changes.until(() => !gate.inside.has(last));
  }
});

Then(/^the experiment (?:has|was) (succeeded|failed|stopped|cancelled)$/, async function (this: Scene, status: string) {
  assert.equal(this.run.failure?.message, undefined);
  const report = await experimentOf(this).report;
  const why = report.trials.flatMap(({ failure }) => failure ?? []).join('\n');
  assert.equal(report.status, status, `it has ${report.status}\n${why}`);
});
