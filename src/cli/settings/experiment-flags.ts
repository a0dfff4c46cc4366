import { interleaves } from '../../domain/trial.js';
import { experimentDefaults as defaults, executeNames } from '../../options/experiment-options.js';
import { seedFlag } from './decompose-flags.js';
import { executeFlags } from './execute-flags.js';
import { least, type OptionFlag } from './flag.js';
import { readCount, readText } from './values.js';

const comparing = 'Comparing:';

const own: readonly OptionFlag[] = [
  {
    ...{ option: 'replications', flag: '--replications <n>', group: comparing, read: readCount },
    ...{ says: `how often each case is run with each arm (default: ${defaults.replications})`, expected: least(1) },
  },
  {
    ...{ option: 'interleave', flag: '--interleave <how>', group: comparing, read: readText },
    ...{
      says: `in which order trials start: ${interleaves.join(', ')} (default: ${defaults.interleave})`,
      expected: `one of ${interleaves.join(', ')}`,
    },
  },
  {
    ...{ option: 'confidence', flag: '--confidence <share>', group: comparing, read: readCount },
    ...{
      says: `of the intervals (default: ${defaults.confidence})`,
      expected: 'a number from 0.5 to 0.9999, such as 0.95',
    },
  },
  {
    ...{ ...seedFlag, group: comparing },
    says: `draws the order of --interleave random, and what intervals are resampled from (default: ${defaults.seed})`,
  },
];

/** What an experiment's file says, and its library calls by the same name: the rest of `run` means nothing here. */
const isTaken = ({ option, part }: OptionFlag): boolean =>
  executeNames.some((name) => name === option) && !['task', 'root', 'seed'].includes(option) && part !== 'perAttempt';

const otherwise: Readonly<Record<string, string>> = {
  maxParallel: `how many trials run at once: 8, or 50% of the cores (default: ${defaults.maxParallel})`,
  resume:
    'go on with a recorded experiment (default: the newest): what is done is kept, and what the file has more is added',
};

/** The flags of `subplan experiment run`. They count before what the file says. */
export const experimentFlags: readonly OptionFlag[] = [
  ...own,
  ...executeFlags.filter(isTaken).map((flag): OptionFlag => {
    const says = flag.part === undefined ? otherwise[flag.option] : undefined;
    return says === undefined ? flag : { ...flag, says };
  }),
];
