import { type CalibrateOptions, calibrateDefaults } from '../../options/calibrate-options.js';
import { executeFlags } from './execute-flags.js';
import { least, type OptionFlag } from './flag.js';
import { readCount } from './values.js';

export const upToFlag: OptionFlag<keyof CalibrateOptions> = {
  ...{ option: 'upTo', flag: '--up-to <n>', group: 'Calibrating:', read: readCount },
  ...{ says: `the most to try at once (default: ${calibrateDefaults.upTo})`, expected: least(1) },
};

/** What it looks for, and what begins no run of its own. */
const others: readonly string[] = ['maxParallel', 'resume', 'retryFailed'];

/** The flags of what `calibrate` takes. */
export const calibrateFlags: readonly OptionFlag[] = [
  upToFlag,
  ...executeFlags.filter(({ option }) => !others.includes(option)),
];
