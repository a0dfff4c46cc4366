import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { commandProjectOf, setTask, wordsOf } from './commands.steps.js';
import { named } from './reported.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const longText = 'all of it, word by word '.repeat(10_000);

Given(/^its prompt is: (.+)$/, function (this: Scene, text: string) {
  setTask(this, { prompt: { text } });
});
Given('its prompt is very long', function (this: Scene) {
  setTask(this, { prompt: { text: longText } });
});
Given(/^a template (\S+) that is very long$/, function (this: Scene, path: string) {
  commandProjectOf(this).write(path, longText);
});
Given(/^a plan of the leaves (.+), in folders of those names$/, function (this: Scene, names: string) {
  const files = (name: string): string[] => [`${name}/one`, `${name}/two`];
  this.run.root = { text: 'project', children: listed(names).map((text) => ({ text, files: files(text) })) };
});

When(/^it is looked at with (.+)$/, async function (this: Scene, flags: string) {
  const project = commandProjectOf(this);
  project.draw(this.run.root);
  const words = ['run', 'plan.json', '--root', 'project', '--exec', project.task.exec as string, '--dry-run'];
  project.look([...words, ...wordsOf(flags)]);
  await project.ended;
});

Then(/^the output of (\S+) is$/, async function (this: Scene, name: string, text: string) {
  assert.equal(named(await this.run.report, name).value, text);
});
Then(/^the value of (\S+) is in the folder, after: (.+)$/, async function (this: Scene, name: string, text: string) {
  assert.equal(named(await this.run.report, name).value, `${text} ${commandProjectOf(this).root}`);
});
Then('it prints', async function (this: Scene, text: string) {
  const { stdout } = await commandProjectOf(this).ended;
  assert.equal(stdout.replace(/\b[0-9a-f]{12}\b/g, '<id>').trimEnd(), text);
});
Then(/^it prints a line: (.+)$/, async function (this: Scene, text: string) {
  const { stdout, stderr } = await commandProjectOf(this).ended;
  assert.ok(
    stdout.split('\n').some((line) => line.trim().startsWith(text)),
    `${stdout}\n${stderr}`,
  );
});
interface DryRun {
  readonly leaves: readonly { readonly runs: readonly string[]; readonly tokens: number; readonly usd: number }[];
  readonly tokens: number;
  readonly usd: number;
}
Then(
  'it prints JSON with {int} tokens, {float} usd, and for each leaf its words, tokens and usd',
  async function (this: Scene, tokens: number, usd: number) {
    const told = JSON.parse((await commandProjectOf(this).ended).stdout) as DryRun;
    assert.deepEqual([told.tokens, told.usd], [tokens, usd]);
    assert.deepEqual(
      told.leaves.map((leaf) => [leaf.runs.join('|'), leaf.tokens, leaf.usd]),
      [
        ['sh|../agent.sh|names|a (is large)|tidy up', 3000, 0.3],
        ['sh|../agent.sh|names|b (is small)|tidy up', 1000, 0.1],
      ],
    );
  },
);
Then('nothing was left behind', function (this: Scene) {
  const project = commandProjectOf(this);
  assert.deepEqual(project.left(), []);
});
