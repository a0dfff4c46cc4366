import { expect, test } from 'vitest';
import { cutRun } from './cuts.js';

// The short form: `npm run soak -- kills` has more leaves, and processes that are cut.
test.each(['before', 'after'] as const)(
  'a run tells nothing that does not last, and can always go on, whichever operation of its ledger fails (%s it is done)',
  async (when) => expect(await cutRun({ leaves: 3, when })).toBeGreaterThan(20),
);
