import type { OnFailure } from '../../domain/order.js';
import { atLeast, milliseconds } from '../checks.js';
import { option } from '../row.js';
import { share } from '../share.js';
import { everywhere } from './where.js';

/** What becomes of attempts that fail or take too long. */
export const failingRows = {
  onFailure: option({
    schema: (z) => z.union([z.enum(['continue', 'stop', 'cancel']), z.int().min(1), share(z, 100)]),
    expected: '"continue", "stop", "cancel", a number of failures (1 or more), or a share of the leaves such as "10%"',
    ...{ default: 'continue' as OnFailure, resume: 'limit', in: [...everywhere, 'map'] },
    flag: {
      ...{ flag: '--on-failure <what>', text: 'count', group: 'Failing' },
      help: 'continue; stop starting, or cancel all, at the first; or stop after 5, or 10%',
      expected: 'one of continue, stop, cancel, a number of failures, 1 or more, or a share of the leaves such as 10%',
    },
  }),
  /** Further attempts after a failure that is worth retrying. */
  retries: option({
    ...atLeast(0),
    ...{ default: 0, resume: 'limit', in: everywhere },
    flag: {
      flag: '--retries <n>',
      text: 'count',
      group: 'Failing',
      help: 'further attempts after a failure',
      common: true,
    },
  }),
  /** The wait before the first retry; it doubles with each, up to a minute, and is spread out at random by the seed. */
  backoffMs: option({
    ...milliseconds(0),
    ...{ default: 1000, resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--backoff <duration>', text: 'duration', group: 'Failing' },
      help: 'the wait before the first retry; it doubles with each',
    },
  }),
  /** How long an attempt may take, from its start. */
  timeoutMs: option({
    ...milliseconds(1),
    ...{ resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--timeout <duration>', text: 'duration', group: 'Failing', common: true },
      help: 'how long an attempt may take: 500ms, 30s, 5m (no limit by default)',
    },
  }),
  /** How long an attempt that was asked to end may take for it, before its thread is ended. */
  graceMs: option({
    ...milliseconds(0),
    ...{ default: 2000, resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--grace <duration>', text: 'duration', group: 'Failing' },
      help: 'how long an attempt that is to end may take for it',
    },
  }),
} as const;
