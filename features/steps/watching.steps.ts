import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Then, When } from '@cucumber/cucumber';
import Database from 'libsql';
import { experimentOf } from './experiments.steps.js';
import { Follower } from './follower.js';
import type { Scene } from './world.js';

const followers = new WeakMap<Scene, Follower>();
const followerOf = (scene: Scene): Follower => followers.get(scene) ?? assert.fail('nobody watches');

/** What was recorded when it was begun to watch, table by table. */
const recorded = new WeakMap<Scene, string>();
const recordOf = (scene: Scene): string => {
  const ledger = new Database(join(experimentOf(scene).project.root, '.subplan/ledger.db'));
  try {
    const tables = ledger.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all([]) as {
      name: string;
    }[];
    return JSON.stringify(tables.map(({ name }) => [name, ledger.prepare(`SELECT * FROM "${name}"`).all([])]));
  } finally {
    ledger.close();
  }
};

When('it is watched from elsewhere', function (this: Scene) {
  const [started] = this.run.eventsOf('run-started');
  const { base } = experimentOf(this).project;
  recorded.set(this, recordOf(this));
  const words = ['experiment', '--watch', started.runId, '--root', 'project'];
  const follower = new Follower(words, base, this.run.changes);
  followers.set(this, follower);
  this.run.closers.push(() => follower.kill());
});
When(/^who watches has seen: (.+)$/, async function (this: Scene, text: string) {
  const follower = followerOf(this);
  const gone = follower.ended.then(() => assert.fail(`it has ended and showed\n${follower.shown}`));
  await Promise.race([this.run.changes.until(() => follower.shown.includes(text)), gone]);
  assert.ok(follower.isThere);
});
Then(
  /^who watches ends with exit code (\d+), and last of all saw: (.+)$/,
  async function (this: Scene, code: string, text: string) {
    const follower = followerOf(this);
    assert.equal(await follower.ended, Number(code), follower.shown);
    assert.ok(follower.shown.includes(text), follower.shown);
  },
);
Then('nothing was written by who watches', function (this: Scene) {
  assert.equal(recordOf(this), recorded.get(this));
});
