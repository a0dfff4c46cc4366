import { libraryWords, type Wording } from '../domain/message.js';
import { flagAround, longName } from './settings/flag.js';
import { optionFlags } from './settings/known.js';

/** Flags that leave an option out which a command sets by itself. */
const leavingOut: Readonly<Record<string, string>> = { ledger: '--no-ledger', previous: '--fresh' };

const calls = { run: 'run', experiment: 'experiment run FILE' } as const;

/** How the command line names things. What no flag sets stands in a configuration, by the name it has in the library. */
export const flagWords: Wording = {
  option: (mention) => {
    const flag = flagAround(optionFlags, mention);
    if (!flag) return libraryWords.option(mention);
    const { value } = mention;
    return value === undefined || value === true ? longName(flag) : `${longName(flag)} ${value}`;
  },
  without: ({ without }) =>
    leavingOut[without] ?? libraryWords.without({ without: flagWords.option({ option: without }) }),
  call: ({ call, with: options }) => {
    // A run is recorded unless it is asked not to be.
    const words = options.filter(({ option, value }) => option !== 'ledger' || value !== true).map(flagWords.option);
    return `\`${['subplan', calls[call], ...words].join(' ')}\``;
  },
  command: libraryWords.command,
  functionOf: ({ functionOf }) =>
    functionOf === 'task' ? 'subplan.config.mjs or .cjs' : libraryWords.functionOf({ functionOf }),
};
