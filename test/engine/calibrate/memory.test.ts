import { describe, expect, test } from 'vitest';
import { calibrateBy } from '../../../src/engine/calibrate/calibrate.js';
import { decompose } from '../../../src/engine/decompose.js';
import type { Plan } from '../../../src/engine/plan.js';
import { numbered } from '../../run/plans.js';
import { crowd } from './crowd.js';

const planOf = async (leaves: number): Promise<Plan> => {
  const files = numbered(leaves).map((path) => ({ path, tokens: 10 }));
  return decompose({ files, maxFiles: 1, minFiles: 1, maxChildren: 1000 });
};

describe('memory', () => {
  test('that gets short', async () => {
    const plan = await planOf(400);
    const { task, seen } = crowd(() => undefined);
    const result = await calibrateBy(() => (seen.most > 2 ? 0.03 : 0.5), plan, { task });
    expect(result).toMatchObject({ kind: 'chosen', maxParallel: 2, reason: 'memory' });
    expect(result.because).toBe('With 4 at once only 3 % of the memory was free.');
  });

  test('that is short while nothing ends is noticed', async () => {
    const plan = await planOf(40);
    let [isInside, looks, open] = [false, 0, () => {}];
    const task = async (): Promise<void> => {
      if (looks > 3) return;
      isInside = true;
      await new Promise<void>((resolve) => {
        open = resolve;
      });
    };
    const look = (): number => {
      if (!isInside) return 0.5;
      if (++looks === 3) {
        isInside = false;
        looks++;
        open();
      }
      return 0.02;
    };
    const result = await calibrateBy(look, plan, { task });
    expect(result).toMatchObject({ kind: 'chosen', maxParallel: 1, reason: 'memory' });
  });
  test('that cannot be looked at: the run is ended, and it is rejected', async () => {
    const plan = await planOf(40);
    const { task, seen } = crowd(() => undefined);
    const blind = (): number => {
      if (seen.most > 0) throw new Error('no eyes');
      return 0.5;
    };
    const calibration = calibrateBy(blind, plan, { task });
    await expect(calibration).rejects.toThrow('no eyes');
    expect((await calibration.execution).status).toBe('cancelled');
  });
});
