import { describe, expect, test } from 'vitest';
import { cutAndResume, killAndResume } from './kills.js';

// The short form: `npm run soak -- kills` has a hundred kills, and cuts at every operation.
describe('a run that is killed', () => {
  test('loses nothing that was told, and ends as one that was left alone', async () => {
    const { kills, repeated } = await killAndResume({ leaves: 60, kills: 2, seed: 1 });
    expect(kills).toBe(2);
    // At most what was in flight at each kill, and as many that had ended and not reached the disk.
    expect(repeated).toBeLessThanOrEqual(kills * 2 * 16);
  });

  test('before or after an operation of its ledger has all of it or nothing of it', async () => {
    expect(await cutAndResume({ leaves: 12, step: 40, first: 10 })).toBeGreaterThan(1);
  });
});
