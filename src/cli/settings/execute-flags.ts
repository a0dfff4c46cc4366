import { orders } from '../../domain/order.js';
import { executeDefaults as defaults, type ExecuteOptions } from '../../options/execute-options.js';
import { commandFlags, pacingFlags, samplingFlags } from './agent-flags.js';
import { seedFlag } from './decompose-flags.js';
import { least, type OptionFlag } from './flag.js';
import { readChoice, readCount, readDuration, readHeap, readLimits, readText } from './values.js';

const running = 'Running:';
const failing = 'Failing:';
const recording = 'Recording:';
const duration = (from: string): string => `a duration${from}, such as 500ms, 30s or 5m`;

/** The flags of what `execute` takes. */
export const executeFlags: readonly OptionFlag<keyof ExecuteOptions>[] = [
  {
    ...{ option: 'task', flag: '--task <file>', group: running, read: readText },
    ...{
      says: 'the module whose default export is run on each leaf (default: the built-in survey)',
      expected: 'the file of a module',
    },
  },
  ...commandFlags,
  {
    ...{ option: 'maxParallel', flag: '-j, --max-parallel <n>', group: running, read: readCount },
    ...{
      says: 'how many leaves and rollups run at once: 8, or 50% of the cores (default: the cores)',
      expected: `${least(1)}, or a share of the cores such as 50%`,
    },
  },
  {
    ...{ option: 'limits', flag: '--limit <name=n>', group: running, read: readText },
    ...{
      many: { commas: true, gather: readLimits },
      says: 'at most n at once of the leaves that carry the name; may be repeated',
      expected: 'a name and a whole number, 1 or more, such as gpu=1',
    },
  },
  {
    ...{ option: 'order', flag: '--order <name>', group: running, read: readText },
    ...{
      says: `what starts first: ${orders.join(', ')} (default: ${defaults.order}, the longest first)`,
      expected: `one of ${orders.join(', ')}`,
    },
  },
  {
    ...{ option: 'threads', flag: '--threads <n>', group: running, read: readCount },
    ...{ says: 'threads the leaves share (default: the cores, and no more than run at once)', expected: least(1) },
  },
  {
    ...{ option: 'threadHeapMb', flag: '--thread-heap <size>', group: running, read: readHeap },
    ...{
      says: `memory a thread may take: 512MiB, 2GiB (default: ${defaults.threadHeapMb}MiB)`,
      expected: 'a size of 32MiB or more, such as 512MiB or 2GiB',
    },
  },
  {
    ...{ option: 'root', flag: '--root <dir>', group: running, read: readText, isOnlyFlag: true },
    ...{
      says: 'for a plan.json: the folder its files are below (default: the current one)',
      expected: 'the path of a folder',
    },
  },
  {
    ...{ option: 'onFailure', flag: '--on-failure <what>', group: failing, read: readCount },
    ...{
      says: `continue; stop starting, or cancel all, at the first; or stop after 5, or 10% (default: ${defaults.onFailure})`,
      expected: 'one of continue, stop, cancel, a number of failures such as 5, or a share of the leaves such as 10%',
    },
  },
  {
    ...{ option: 'retries', flag: '--retries <n>', group: failing, read: readCount },
    ...{ says: `further attempts after a failure (default: ${defaults.retries})`, expected: least(0) },
  },
  {
    ...{ option: 'backoffMs', flag: '--backoff <duration>', group: failing, read: readDuration },
    ...{
      says: `the wait before the first retry; it doubles with each (default: ${defaults.backoffMs / 1000}s)`,
      expected: duration(''),
    },
  },
  {
    ...{ option: 'timeoutMs', flag: '--timeout <duration>', group: failing, read: readDuration },
    ...{ says: 'how long an attempt may take: 500ms, 30s, 5m (no limit by default)', expected: duration(' above 0') },
  },
  {
    ...{ option: 'graceMs', flag: '--grace <duration>', group: failing, read: readDuration },
    ...{
      says: `how long an attempt that is to end may take for it (default: ${defaults.graceMs / 1000}s)`,
      expected: duration(''),
    },
  },
  ...pacingFlags,
  ...samplingFlags,
  {
    ...{ option: 'ledger', flag: '--ledger <file>', group: recording, read: readText },
    ...{
      says: 'record the run in this file (default: .subplan/ledger.db in the project)',
      expected: 'the path of a file',
    },
  },
  {
    ...{ option: 'resume', flag: '--resume [id]', group: recording, read: readChoice, isOnlyFlag: true },
    ...{
      says: 'go on with a recorded run (default: the newest): what is done is kept, what failed or is missing runs',
      expected: 'the id of a run, or nothing for the newest',
    },
  },
  {
    ...{ option: 'retryFailed', flag: '--retry-failed [id]', group: recording, read: readChoice, isOnlyFlag: true },
    ...{ says: 'the same, but only what failed runs again', expected: 'the id of a run, or nothing for the newest' },
  },
  {
    ...{ option: 'reuse', flag: '--reuse', group: recording, read: readChoice },
    ...{
      says: 'leaves and rollups that an earlier run has the value of take it instead of running',
      expected: '1 or 0',
    },
  },
  seedFlag,
];
