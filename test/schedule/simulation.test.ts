import { describe, expect, it } from 'vitest';
import { orders } from '../../src/domain/order.js';
import { simulate } from './simulation/simulate.js';
import { failureModes } from './simulation/some-settings.js';
import { shapes } from './simulation/some-work.js';

const chosen = process.env.SUBPLAN_SEED;
const runs = 12_000;
const seeds = chosen ? [Number(chosen)] : Array.from({ length: runs }, (_, seed) => seed);

/** How many runs must have been in a situation, at the least. A corpus that never meets one proves nothing about it. */
const wanted: Readonly<Record<number, readonly string[]>> = {
  2000: [...orders.map((order) => `order: ${order}`), ...failureModes.map((mode) => `onFailure: ${mode}`)],
  800: [
    ...shapes.slice(2, -1).map((shape) => `tree: ${shape}`),
    ...['succeeded', 'failed', 'timed-out', 'cancelled', 'skipped', 'never-started'].map((how) => `leaf ${how}`),
    ...['succeeded', 'failed', 'timed-out', 'skipped', 'never-started'].map((how) => `branch ${how}`),
    ...['succeeded', 'failed', 'timed-out', 'cancelled', 'not-begun', 'displaced', 'suspected'].map(
      (kind) => `end ${kind}`,
    ),
    ...['succeeded', 'failed', 'cancelled'].map((status) => `run ${status}`),
    ...['attempt', 'dependency', 'no-values', 'ended-early'].map((kind) => `because of ${kind}`),
    ...['stopping: user', 'stopping: failures', 'cancelling: user', 'cancelling: failures'],
    'tree deeper than the cap',
    'suspect started alone',
    'started past a full limit',
    'started while others back off',
    'leaf tried again',
    'rollup after a stop',
    'end while paused',
  ],
  300: [
    'thread died, cause unknown, 2 others',
    'thread died, cause known, 2 others',
    ...['cancelled', 'succeeded', 'failed', 'timed-out', 'displaced', 'suspected', 'not-begun'].map(
      (kind) => `asked to end, ended ${kind}`,
    ),
    'run stopped',
    'rollup tried again',
    'stop, then cancel',
    'limit below what runs',
    'asked before it began',
    'asked after its finish',
    'stop of what has ended early',
    'a wait that was forgotten came due',
    'more than 100 nodes',
  ],
  100: [
    ...['empty', 'single leaf', 'large'].map((shape) => `tree: ${shape}`),
    'branch cancelled',
    'run empty',
    'stop while backing off',
    'cancel while backing off',
    'stop while paused',
    'cancel while paused',
  ],
  30: ['asked to end after its end'],
};

describe('simulated runs', () => {
  const counts = new Map<string, number>();

  it('keep all invariants, whatever the tree, the settings and what goes wrong', () => {
    for (const seed of seeds) {
      for (const what of simulate(seed).notes) counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  });

  it.skipIf(chosen)('have been in every situation often enough', () => {
    const tooRare = Object.entries(wanted).flatMap(([least, situations]) =>
      situations.filter((what) => (counts.get(what) ?? 0) < Number(least)).map((what) => [what, counts.get(what) ?? 0]),
    );
    expect(tooRare).toEqual([]);
  });

  it('are the same again for the same seed', () => {
    for (const seed of seeds.slice(0, 200)) expect(simulate(seed).steps).toEqual(simulate(seed).steps);
  });
});
