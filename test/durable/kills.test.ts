import { describe, expect, test } from 'vitest';
import { cutAndResume, killAndResume } from './kills.js';

// The short form: `npm run soak -- kills` has a hundred kills, and cuts at every operation.
describe('a run that is killed', () => {
  test.each([1, 2])('loses nothing that was told, and ends as one that was left alone (seed %i)', async (seed) => {
    const { kills, repeated } = await killAndResume({ leaves: 200, kills: 3, seed });
    expect(kills).toBe(3);
    // At most what was in flight at each kill, and as many that had ended and not reached the disk.
    expect(repeated).toBeLessThanOrEqual(kills * 2 * 16);
  });

  test('before or after an operation of its ledger has all of it or nothing of it', async () => {
    expect(await cutAndResume({ leaves: 40, step: 17, first: 4 })).toBeGreaterThan(4);
  });
});
