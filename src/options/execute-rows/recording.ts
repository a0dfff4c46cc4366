import type { Ledger } from '../../domain/ledger.js';
import { abortSignal, place, yesOrNo } from '../checks.js';
import { decomposeRows } from '../decompose-options.js';
import type { Field } from '../field.js';
import { option } from '../row.js';
import { everywhere } from './where.js';

const isLedger = (value: unknown): boolean => typeof (value as Ledger | null)?.claim === 'function';
const runChoice: Field<true | string> = {
  schema: (z) => z.union([z.literal(true), z.string().min(1)]),
  expected: 'the id of a run, or true for the newest',
};
const newest = 'the id of a run, or nothing for the newest';
const ownRun = 'no such option here: calibrating begins a run of its own, with which execute({ resume }) goes on';

/** What is recorded, and what of it is taken up again. */
export const recordingRows = {
  signal: option({ ...abortSignal, resume: 'place', in: ['calibrate', 'experiment', 'map'] }),
  /** What a module's task prints becomes `log` events instead of reaching the terminal. */
  captureOutput: option({
    ...yesOrNo,
    ...{ default: false, resume: 'place', in: ['calibrate', 'experiment', 'experiment-file'] },
  }),
  /** Records the run: true for `.subplan/ledger.db` in the project, the path of a file, or a ledger such as `memoryLedger()`. */
  ledger: option({
    schema: (z) => z.union([z.boolean(), place(z), z.custom<Ledger>(isLedger)]),
    expected: 'true, false, the path of a file, or a ledger such as memoryLedger()',
    ...{ resume: 'place', in: everywhere },
    flag: {
      ...{ flag: '--ledger <file>', text: 'text', group: 'Recording', expected: 'the path of a file' },
      help: 'record the run in this file (default: .subplan/ledger.db in the project)',
    },
  }),
  /** Goes on with a recorded run: its id, or true for the newest. What is done is kept, what failed or is missing runs. */
  resume: option({
    ...runChoice,
    ...{ resume: 'place', in: ['experiment', 'experiment-flags'], notCalibrated: ownRun },
    flag: {
      ...{
        flag: '--resume [id]',
        text: 'choice',
        group: 'Recording',
        expected: newest,
        isOnlyFlag: true,
        common: true,
      },
      help: 'go on with a recorded run (default: the newest): what is done is kept, what failed or is missing runs',
    },
    experiment: {
      flag: {
        help: 'go on with a recorded experiment (default: the newest): what is done is kept, and what the file has more is added',
      },
    },
  }),
  /** The same, but only what failed runs again. */
  retryFailed: option({
    ...runChoice,
    ...{ resume: 'place', notCalibrated: ownRun },
    flag: {
      ...{ flag: '--retry-failed [id]', text: 'choice', group: 'Recording', expected: newest, isOnlyFlag: true },
      help: 'the same, but only what failed runs again',
    },
  }),
  /** Leaves and branches for which the ledger has a value take it instead of running. */
  reuse: option({
    ...yesOrNo,
    ...{ default: false, resume: 'throughput', in: everywhere },
    flag: {
      ...{ flag: '--reuse', text: 'choice', group: 'Recording', expected: '1 or 0' },
      help: 'leaves and rollups that an earlier run has the value of take it instead of running',
    },
  }),
  seed: option({
    ...decomposeRows.seed,
    // Here it only spreads the waits before retries.
    ...{ resume: 'throughput', in: everywhere },
    experiment: {
      flag: {
        group: 'Comparing',
        help: 'draws the order of --interleave random, and what intervals are resampled from',
      },
    },
  }),
} as const;
