import assert from 'node:assert/strict';
import { Then } from '@cucumber/cucumber';
import { experimentOf } from './experiments.steps.js';
import { drawTree, trialName } from './trial-names.js';
import { listed, readValue } from './words.js';
import type { Scene } from './world.js';

Then(/^its tree is (\[?\S+\/.*)$/, function (this: Scene, drawn: string) {
  const { plan } = experimentOf(this).execution ?? assert.fail('it was not begun');
  assert.equal(drawTree(plan), drawn);
});
Then(/^(\d+) trials were run, each once$/, async function (this: Scene, count: string) {
  const { trials } = await experimentOf(this).report;
  const ran = experimentOf(this).taken();
  assert.equal(ran.length, Number(count));
  assert.deepEqual(ran.sort(), trials.map(trialName).sort());
});
Then(/^the trials were run in the order (.+)$/, async function (this: Scene, names: string) {
  const { trials, started } = await experimentOf(this).report;
  assert.deepEqual(experimentOf(this).taken(), listed(names));
  // The report says what was meant, and what was done.
  assert.deepEqual(trials.map(trialName), listed(names));
  const byId = new Map(trials.map((trial) => [trial.id, trialName(trial)]));
  assert.deepEqual(
    started.map((id) => byId.get(id)),
    listed(names),
  );
});
Then(/^the report says that its (\w+) is (\S+)$/, async function (this: Scene, field: string, value: string) {
  const { design } = await experimentOf(this).report;
  assert.deepEqual(design[field as keyof typeof design], readValue(value));
});

/** In which order each run started its trials. */
const ordersOf = async (scene: Scene): Promise<string[][]> => {
  const reports = await Promise.all(experimentOf(scene).reports);
  return reports.map(({ trials, started }) => {
    const byId = new Map(trials.map((trial) => [trial.id, trialName(trial)]));
    return started.map((id) => byId.get(id) ?? id);
  });
};

Then('the first two ran in the same order, and the third in another', async function (this: Scene) {
  const [first, second, third] = await ordersOf(this);
  assert.deepEqual(second, first);
  assert.notDeepEqual(third, first);
  assert.deepEqual([...third].sort(), [...first].sort());
});
Then('in each the {int} arms of a case and replication ran next to each other', async function (this: Scene, arms) {
  for (const order of await ordersOf(this)) {
    for (let i = 0; i < order.length; i += arms) {
      const together = order.slice(i, i + arms).map((name) => name.replace(/\/.*\//, '/'));
      assert.equal(new Set(together).size, 1, together.join(' '));
    }
  }
});
