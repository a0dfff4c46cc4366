import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { type MapOptions, mapParallel } from '../../dist/index.js';
import { readValue } from './words.js';
import type { Scene } from './world.js';

When(/^execute is called with (.+)$/, async function (this: Scene, settings: string) {
  await refusal(this, () => this.run.start(optionsOf(settings)));
});
When(/^mapParallel is called with (.+)$/, async function (this: Scene, settings: string) {
  const never = () => assert.fail('it was called');
  await refusal(this, () => void mapParallel([1, 2], never, optionsOf(settings) as MapOptions));
});
When(/^maxParallel cannot be set to (\S+)$/, async function (this: Scene, value: string) {
  await refusal(this, () => this.run.execution?.setMaxParallel(readValue(value) as number));
});

Then(
  /^the call is refused: ([\w.]+), expected (.+), got (.+)$/,
  function (this: Scene, option: string, expected: string, received: string) {
    assert.ok(this.run.failure, 'it was accepted');
    const lines = this.run.failure.message.split('\n').map((line) => line.trim());
    const line = lines.find((one) => one.startsWith(`${option}: `)) ?? '';
    assert.ok(line.startsWith(`${option}: expected ${expected}`), this.run.failure.message);
    assert.ok(line.includes(`, got ${received}`), this.run.failure.message);
  },
);

/** `maxParallel of 0 and retries of -1` as options. */
const optionsOf = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    text.split(' and ').map((setting) => {
      const [name, value] = setting.split(' of ');
      return [name, readValue(value)];
    }),
  );

const refusal = async ({ run }: Scene, call: () => unknown): Promise<void> => {
  try {
    await call();
  } catch (error) {
    run.failure = error as Error;
  }
};
