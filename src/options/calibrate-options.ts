import { mostSlots } from '../domain/slots.js';
import { between } from './checks.js';
import type { BranchValue, ExecuteOptions, executeRows, TaskLike } from './execute-options.js';
import { defaultsOf, type NamesIn, type OptionsOf, option } from './row.js';

/** The options that `calibrate` has of its own, a row for each. */
export const calibrateRows = {
  /** The most that is tried at once. */
  upTo: option({
    ...between(1, mostSlots),
    ...{ default: 64, resume: 'place' },
    flag: { flag: '--up-to <n>', text: 'count', group: 'Calibrating', help: 'the most to try at once', common: true },
  }),
} as const;

/** What `calibrate` takes: what `execute` does, but for the cap, which it looks for, in a run of its own. */
export interface CalibrateOptions<K extends TaskLike = TaskLike, R = BranchValue<K>>
  extends Pick<ExecuteOptions<K, R>, NamesIn<typeof executeRows, 'calibrate'>>,
    OptionsOf<typeof calibrateRows> {}

export const calibrateDefaults = defaultsOf(calibrateRows);
