import assert from 'node:assert/strict';
import { After, Then, When } from '@cucumber/cucumber';
import type { ExecuteOptions, Execution } from '../../dist/index.js';
import { livingThreads } from './threads.js';
import { listed, readSettings } from './words.js';
import type { Scene } from './world.js';

After(async function (this: Scene) {
  await this.run.end();
  const left = livingThreads.size;
  // So that the next scenario is not blamed for them.
  livingThreads.clear();
  assert.equal(left, 0, 'threads are left');
});

const executionOf = ({ run }: Scene): Execution => run.execution as Execution;

When(/^it is executed(?: again)? with (.+)$/, async function (this: Scene, settings: string) {
  await this.run.report;
  await this.run.start(readSettings(settings) as Partial<ExecuteOptions>);
});
When('maxParallel is set to {int}', function (this: Scene, limit: number) {
  executionOf(this).setMaxParallel(limit);
});
When('the run is paused', function (this: Scene) {
  executionOf(this).pause();
});
When('the run is unpaused', function (this: Scene) {
  executionOf(this).unpause();
});
When('stop\\() is called', function (this: Scene) {
  executionOf(this).stop();
});
When('cancel\\() is called', function (this: Scene) {
  executionOf(this).cancel('enough of it');
});
When('its signal is aborted', function (this: Scene) {
  this.run.controller.abort(new Error('enough of it'));
});
When('one who watches throws at the first event', async function (this: Scene) {
  try {
    for await (const { type } of executionOf(this)) throw new Error(`I cannot draw ${type}`);
  } catch {
    // Whoever watches has to deal with that, and not the run.
  }
});
When('one who watches never asks for the second event', async function (this: Scene) {
  await executionOf(this)[Symbol.asyncIterator]().next();
});
When(/^(.+) (?:has|have) lost their attempts$/, async function (this: Scene, names: string) {
  for (const name of listed(names)) await this.run.heard('attempt-lost', name);
});

Then('no thread is left', async function (this: Scene) {
  await this.run.report;
  assert.equal(livingThreads.size, 0);
});
