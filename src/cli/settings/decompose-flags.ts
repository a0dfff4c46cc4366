import { keepableReasons } from '../../domain/inventory.js';
import { strategyNames } from '../../domain/strategy.js';
import { tokenModes } from '../../domain/token-mode.js';
import { type DecomposeOptions, decomposeDefaults as defaults } from '../../options/decompose-options.js';
import { least, type OptionFlag } from './flag.js';
import { readBytes, readCount, readText, readWhole } from './values.js';

const bounds = 'Bounds:';
const files = 'Files:';
const splitting = 'Splitting:';

/** One seed for all that is left to chance: how the project is split, and how retries are spread out. */
export const seedFlag: OptionFlag<'seed'> = {
  ...{ option: 'seed', flag: '--seed <n>', group: splitting, read: readWhole },
  ...{
    says: `another seed may give another plan, the same seed never does (default: ${defaults.seed})`,
    expected: 'a whole number',
  },
};

/** The flags of what `decompose` takes. */
export const decomposeFlags: readonly OptionFlag<keyof DecomposeOptions>[] = [
  {
    ...{ option: 'maxTokens', flag: '--max-tokens <n>', group: bounds, read: readCount },
    ...{
      says: 'most tokens in a leaf: 30000, 30k (no limit by default)',
      expected: least(1, ', such as 30000 or 30k'),
    },
  },
  {
    ...{ option: 'maxFiles', flag: '--max-files <n>', group: bounds, read: readCount },
    ...{ says: 'most files in a leaf (no limit by default)', expected: least(1) },
  },
  {
    ...{ option: 'minFiles', flag: '--min-files <n>', group: bounds, read: readCount },
    ...{
      says: `fewest files in a leaf, where no budget forces fewer (default: ${defaults.minFiles})`,
      expected: least(1),
    },
  },
  {
    ...{ option: 'maxDepth', flag: '--max-depth <n>', group: bounds, read: readCount },
    ...{ says: `levels below the root (default: ${defaults.maxDepth})`, expected: least(1) },
  },
  {
    ...{ option: 'maxChildren', flag: '--max-children <n>', group: bounds, read: readCount },
    ...{ says: `most parts of one branch (default: ${defaults.maxChildren})`, expected: least(2) },
  },
  {
    ...{ option: 'include', flag: '--include <glob>', group: files, read: readText, many: { commas: false } },
    ...{ says: 'only files that match; may be repeated', expected: "a glob, such as 'src/**'" },
  },
  {
    ...{ option: 'exclude', flag: '--exclude <glob>', group: files, read: readText, many: { commas: false } },
    ...{ says: 'no files that match; may be repeated', expected: "a glob, such as '**/fixtures/**'" },
  },
  {
    ...{ option: 'keep', flag: '--keep <reason>', group: files, read: readText, many: { commas: true } },
    ...{
      says: `bring back what is left out as ${keepableReasons.join(', ')}`,
      expected: `one or more of ${keepableReasons.join(', ')}`,
    },
  },
  {
    ...{ option: 'maxFileBytes', flag: '--max-file-bytes <size>', group: files, read: readBytes },
    ...{
      says: 'leave larger files out: 500kB, 2MiB (default: 1MiB)',
      expected: 'a size of 1 byte or more, such as 500kB or 1MiB',
    },
  },
  {
    ...{ option: 'tokens', flag: '--tokens <mode>', group: files, read: readText },
    ...{
      says: `how to count: ${tokenModes.join(', ')} (default: ${defaults.tokens})`,
      expected: `one of ${tokenModes.join(', ')}`,
    },
  },
  {
    ...{ option: 'strategy', flag: '--strategy <name>', group: splitting, read: readText },
    ...{
      says: `${strategyNames.join(', ')} (default: ${defaults.strategy})`,
      expected: `one of ${strategyNames.join(', ')}`,
    },
  },
  seedFlag,
  {
    ...{ option: 'goal', flag: '--goal <text>', group: splitting, read: readText },
    ...{ says: 'what is to be done, carried in the plan to every leaf', expected: 'a text' },
  },
];
