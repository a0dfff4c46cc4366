import { expect, test } from 'vitest';
import { cutResume } from './cuts.js';

test.each(['before', 'after'] as const)(
  'a resumed run tells nothing that does not last, and can always go on, whichever operation of its ledger fails (%s)',
  async (when) => expect(await cutResume({ leaves: 3, when })).toBeGreaterThan(10),
);
