import { keepableReasons } from '../domain/inventory.js';
import { strategyNames } from '../domain/strategy.js';
import { tokenModes } from '../domain/token-mode.js';
import { type DecomposeOptions, decomposeDefaults as defaults } from '../options/decompose-options.js';
import { type Reader, readBytes, readCount, readText, readWhole } from './values.js';

/** A flag that sets an option of `decompose`. */
export interface OptionFlag {
  readonly option: keyof DecomposeOptions;
  /** As commander writes it: `--max-tokens <n>`. */
  readonly flag: string;
  readonly says: string;
  /** What a good value is, in the words of this flag. */
  readonly expected: string;
  readonly read: Reader;
  /** May be given several times; the values are put together. Each may hold several, where `commas` says so. */
  readonly many?: { readonly commas: boolean };
  readonly group: string;
}

const bounds = 'Bounds:';
const files = 'Files:';
const splitting = 'Splitting:';
const least = (n: number, example = '') => `a whole number, ${n} or more${example}`;

export const optionFlags: readonly OptionFlag[] = [
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
  {
    ...{ option: 'seed', flag: '--seed <n>', group: splitting, read: readWhole },
    ...{
      says: `another seed may give another plan, the same seed never does (default: ${defaults.seed})`,
      expected: 'a whole number',
    },
  },
  {
    ...{ option: 'goal', flag: '--goal <text>', group: splitting, read: readText },
    ...{ says: 'what is to be done, carried in the plan to every leaf', expected: 'a text' },
  },
];

/** A flag that says what to show, and where. */
export interface ViewFlag {
  /** As commander calls its value. */
  readonly key: 'json' | 'output' | 'explain' | 'all' | 'leftOut' | 'quiet' | 'verbose' | 'color' | 'config';
  readonly flag: string;
  readonly says: string;
  readonly value: 'switch' | 'off-switch' | 'text' | 'list';
}

export const viewFlags: readonly ViewFlag[] = [
  {
    key: 'explain',
    flag: '--explain <subplan>',
    says: 'why a subplan is what it is: its id, the start of it, its label, or a file',
    value: 'text',
  },
  { key: 'all', flag: '--all', says: 'show everything: nothing is clipped to the terminal', value: 'switch' },
  { key: 'leftOut', flag: '--left-out', says: 'list every file that is left out, with the reason', value: 'switch' },
  { key: 'json', flag: '--json', says: 'the plan as JSON (with --explain: the explanation)', value: 'switch' },
  {
    key: 'output',
    flag: '-o, --output <file>',
    says: 'write the plan to a .json or .md file; may be repeated',
    value: 'list',
  },
  { key: 'quiet', flag: '-q, --quiet', says: 'only what was asked for; with -o nothing is drawn', value: 'switch' },
  {
    key: 'verbose',
    flag: '-v, --verbose',
    says: 'also the cut of each level, where settings come from, and the time taken',
    value: 'switch',
  },
  { key: 'color', flag: '--no-color', says: 'no colours (nor with NO_COLOR, CI or TERM=dumb)', value: 'off-switch' },
  {
    key: 'config',
    flag: '--no-config',
    says: 'do not read subplan.config.*, as for a project you do not trust',
    value: 'off-switch',
  },
];

/** The name of a flag in messages: `--max-tokens`. */
export const longName = ({ flag }: { readonly flag: string }): string => /--[a-z-]+/.exec(flag)?.[0] ?? flag;

/** The flag's twin in the environment: `SUBPLAN_MAX_TOKENS`. */
export const envName = (flag: { readonly flag: string }): string =>
  `SUBPLAN_${longName(flag).slice(2).replaceAll('-', '_').toUpperCase()}`;
