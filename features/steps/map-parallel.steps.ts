import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { type MapOptions, type MapReport, mapParallel } from '../../dist/index.js';
import { fixture } from './watched-run.js';
import { readSettings } from './words.js';
import type { Scene } from './world.js';

type Wait = (name: string, signal: AbortSignal) => Promise<void>;

const itemsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `item-${i + 1}`);

When(
  /^(\d+) items wait at the gate by mapParallel with (.+)$/,
  async function (this: Scene, count: string, settings: string) {
    const { waitAtGate } = (await import(fixture('gate.mjs').href)) as { waitAtGate: Wait };
    const work = async (item: string, { signal, index }: { signal: AbortSignal; index: number }) => {
      await waitAtGate(item, signal);
      return `${item} at ${index}`;
    };
    this.run.mapped = mapParallel(itemsOf(Number(count)), work, readSettings(settings) as MapOptions);
  },
);
When(
  /^(\d+) items, of which number (\d+) fails, go through mapParallel with (.+)$/,
  function (this: Scene, count: string, failing: string, settings: string) {
    const work = (item: string) => {
      if (item === `item-${failing}`) throw new Error(`${item} went wrong`);
      return item;
    };
    this.run.mapped = mapParallel(itemsOf(Number(count)), work, readSettings(settings) as MapOptions);
  },
);

const reportOf = ({ run }: Scene): Promise<MapReport<string>> => run.mapped as Promise<MapReport<string>>;

Then('mapParallel gives the results in the order of the items', async function (this: Scene) {
  const { status, results } = await reportOf(this);
  assert.equal(status, 'succeeded');
  assert.deepEqual(
    results.map(({ value }) => value),
    itemsOf(results.length).map((item, index) => `${item} at ${index}`),
  );
});
Then('its peak is {int}, as measured and as seen at the gate', async function (this: Scene, peak: number) {
  const { concurrency } = await reportOf(this);
  await this.run.gate.hasHeardAll();
  assert.deepEqual({ measured: concurrency.peak, seen: this.run.gate.most.all }, { measured: peak, seen: peak });
});
Then(
  '{int} items have succeeded, {int} has failed and {int} never started',
  async function (this: Scene, succeeded: number, failed: number, rest: number) {
    const { status, results } = await reportOf(this);
    const fill = (count: number, outcome: string) => Array.from({ length: count }, () => outcome);
    assert.deepEqual(
      [status, ...results.map(({ outcome }) => outcome)],
      ['failed', ...fill(succeeded, 'succeeded'), ...fill(failed, 'failed'), ...fill(rest, 'never-started')],
    );
  },
);
