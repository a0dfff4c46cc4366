import assert from 'node:assert/strict';
import { Given, Then } from '@cucumber/cucumber';
import type { Scored, TrialResult } from '../../dist/experiment.js';
import { experimentOf, setOptions } from './experiments.steps.js';
import type { Scene } from './world.js';

/** What the score of a scenario was given. */
const scored = new WeakMap<Scene, Scored[]>();

Given('its score notes what it was given', function (this: Scene) {
  const given: Scored[] = [];
  scored.set(this, given);
  const score = (_: unknown, trial: Scored): boolean => {
    given.push(trial);
    return true;
  };
  setOptions(this, { score });
});
Given('its task is a command that says all it was given', function (this: Scene) {
  const exec = ['node', '../told.mjs', '{case}', '{arm}', '{replication}', '{input}', '{setting.model}'];
  setOptions(this, { task: { exec, output: 'json' } });
});

const resultsOf = async ({ run }: Scene): Promise<TrialResult[]> =>
  (await run.report).leaves.map(({ value }) => value as TrialResult);

Then(/^(\S+) is known to the score, and in no value$/, async function (this: Scene, expected: string) {
  const results = await resultsOf(this);
  const given = scored.get(this) ?? [];
  assert.deepEqual(
    given.map((one) => one.expected),
    results.map(() => expected),
  );
  for (const { value } of results) {
    const text = JSON.stringify(value);
    assert.ok(text.length > 100, 'it said nothing');
    assert.ok(!text.includes(expected), text);
  }
});
Then(
  /^each value names its case, its arm, its replication, its input and the setting (\w+)$/,
  async function (this: Scene, model: string) {
    for (const { case: id, arm, replication, value } of await resultsOf(this)) {
      const { words, input, variables } = value as Told;
      const given = experimentOf(this).cases.find((one) => one.id === id);
      assert.deepEqual(words, [id, arm, String(replication), given?.input, model]);
      const trial = { case: { id, input: given?.input }, arm: { name: arm, settings: { model } }, replication };
      assert.deepEqual(input.trial, trial);
      assert.deepEqual(
        [variables.SUBPLAN_CASE, variables.SUBPLAN_ARM, variables.SUBPLAN_REPLICATION, variables.SUBPLAN_INPUT],
        words.slice(0, 4),
      );
    }
  },
);

/** What told.mjs says. */
interface Told {
  readonly words: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
}
