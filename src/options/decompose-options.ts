import { type FileRole, fileRoles, type KeepableReason, keepableReasons } from '../domain/inventory.js';
import { type Strategy, type StrategyFunction, strategyNames, testPlaces } from '../domain/strategy.js';
import { tokenModes } from '../domain/token-mode.js';
import { abortSignal, atLeast, between, folder, isFunction, oneOf, quoted, text } from './checks.js';
import type { Field, Zod } from './field.js';
import { classesOf, defaultsOf, type OptionsOf, option } from './row.js';

export interface GivenFile {
  readonly path: string;
  readonly bytes?: number;
  readonly tokens?: number;
  /** What it is for; by its path where not given. */
  readonly role?: FileRole;
  /** The folder of its package; where not given, the nearest above it with a manifest among the given files. */
  readonly package?: string;
  /** Paths of other given files; unknown ones count as external. */
  readonly imports?: readonly string[];
}

export type Progress =
  | { readonly phase: 'listing' | 'reading'; readonly done: number; readonly total: number | undefined }
  | { readonly phase: 'resolving' | 'clustering' };

/** A `Plan`, or what its `toJSON()` gave. */
export type PreviousPlan = { toJSON(): { readonly format: string } } | { readonly format: string };

const globs: Field<readonly string[]> = {
  schema: (z) => z.array(z.string().min(1)).readonly(),
  expected: 'an array of globs, such as ["src/**"]',
};
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const aStrategy = (z: Zod) => z.union([z.enum(strategyNames), z.custom<StrategyFunction>(isFunction)]);

/** Trees deeper than this are of no use to anyone, and would exhaust the stack. */
const deepest = 100;

/** The options of `decompose`, a row for each. Flags are listed in this order. */
export const decomposeRows = {
  /** The leaf budget in tokens; none by default. */
  maxTokens: option({
    ...atLeast(1),
    resume: 'result',
    flag: {
      ...{ flag: '--max-tokens <n>', text: 'tokens', group: 'Bounds', adds: 'such as 30000 or 30k', common: true },
      help: 'most tokens in a leaf: 30000, 30k (no limit by default)',
    },
  }),
  /** The leaf budget in files; none by default. */
  maxFiles: option({
    ...atLeast(1),
    resume: 'result',
    flag: {
      ...{ flag: '--max-files <n>', text: 'count', group: 'Bounds' },
      help: 'most files in a leaf (no limit by default)',
    },
  }),
  minFiles: option({
    ...atLeast(1),
    ...{ default: 5, resume: 'result' },
    flag: {
      ...{ flag: '--min-files <n>', text: 'count', group: 'Bounds' },
      help: 'fewest files in a leaf, where no budget forces fewer',
    },
  }),
  maxDepth: option({
    ...between(1, deepest),
    ...{ default: 8, resume: 'result' },
    flag: { flag: '--max-depth <n>', text: 'count', group: 'Bounds', help: 'levels below the root' },
  }),
  maxChildren: option({
    ...atLeast(2),
    ...{ default: 8, resume: 'result' },
    flag: { flag: '--max-children <n>', text: 'count', group: 'Bounds', help: 'most parts of one branch' },
  }),
  /** Globs: only files that match one are part of the project. */
  include: option({
    ...globs,
    ...{ default: [] as readonly string[], resume: 'result' },
    flag: {
      ...{ flag: '--include <glob>', text: 'text', group: 'Files', many: 'repeated' },
      ...{ help: 'only files that match; may be repeated', expected: "a glob, such as 'src/**'" },
    },
  }),
  /** Globs: files that match one are not part of the project. */
  exclude: option({
    ...globs,
    ...{ default: [] as readonly string[], resume: 'result' },
    flag: {
      ...{ flag: '--exclude <glob>', text: 'text', group: 'Files', many: 'repeated' },
      ...{ help: 'no files that match; may be repeated', expected: "a glob, such as '**/fixtures/**'" },
    },
  }),
  /** Only files of these roles are part of the project. */
  roles: option({
    schema: (z) => z.array(z.enum(fileRoles)).readonly(),
    expected: `an array of ${quoted(fileRoles)}`,
    ...{ default: [] as readonly FileRole[], resume: 'result' },
    flag: {
      ...{ flag: '--roles <role>', text: 'text', group: 'Files', many: 'commas' },
      help: `only files that are ${fileRoles.join(', ')}`,
      expected: `one or more of ${fileRoles.join(', ')}`,
    },
  }),
  /** Reasons for leaving files out that do not apply: `['generated']` brings generated files back. */
  keep: option({
    schema: (z) => z.array(z.enum(keepableReasons)).readonly(),
    expected: `an array of ${quoted(keepableReasons)}`,
    ...{ default: [] as readonly KeepableReason[], resume: 'result' },
    flag: {
      ...{ flag: '--keep <reason>', text: 'text', group: 'Files', many: 'commas' },
      help: `bring back what is left out as ${keepableReasons.join(', ')}`,
      expected: `one or more of ${keepableReasons.join(', ')}`,
    },
  }),
  /** Files above this many bytes are left out as oversized. */
  maxFileBytes: option({
    ...atLeast(1),
    ...{ default: 1_048_576, resume: 'result' },
    flag: {
      ...{ flag: '--max-file-bytes <size>', text: 'bytes', group: 'Files', adds: 'such as 500kB or 1MiB' },
      help: 'leave larger files out: 500kB, 2MiB',
    },
  }),
  tokens: option({
    ...oneOf(tokenModes),
    ...{ default: 'estimate', resume: 'result' },
    flag: {
      ...{ flag: '--tokens <mode>', text: 'text', group: 'Files' },
      help: `how to count: ${tokenModes.join(', ')}`,
    },
  }),
  strategy: option({
    schema: aStrategy,
    expected: `one of ${quoted(strategyNames)}, or a function`,
    ...{ names: strategyNames, default: 'auto' as Strategy, resume: 'result' },
    flag: { flag: '--strategy <name>', text: 'text', group: 'Splitting', help: strategyNames.join(', ') },
  }),
  /** About how many leaves; without it, as many as there are natural parts. */
  leaves: option({
    ...atLeast(1),
    resume: 'result',
    flag: {
      ...{ flag: '--leaves <n>', text: 'count', group: 'Bounds', common: true },
      help: 'about how many leaves (as many as there are natural parts)',
    },
  }),
  tests: option({
    ...oneOf(testPlaces),
    ...{ default: 'with', resume: 'result' },
    flag: {
      ...{ flag: '--tests <place>', text: 'text', group: 'Splitting' },
      help: 'with: tests go with what they test; apart: they stay in their folders',
    },
  }),
  seed: option({
    schema: (z) => z.int(),
    expected: 'a whole number',
    bounds: { isWhole: true },
    ...{ default: 1, resume: 'result' },
    flag: {
      ...{ flag: '--seed <n>', text: 'whole', group: 'Splitting' },
      help: 'another seed may give another plan, the same seed never does',
    },
  }),
  /** What is to be done, in words; carried to every leaf. */
  goal: option({
    ...text,
    resume: 'result',
    flag: {
      ...{ flag: '--goal <text>', text: 'text', group: 'Splitting', expected: 'a text', common: true },
      help: 'what is to be done, carried in the plan to every leaf',
    },
  }),
  /** The project's folder; the current one by default. */
  root: option({ ...folder, resume: 'place' }),
  /** The files themselves: nothing is scanned then. */
  files: option({
    // Each file is checked in given-files.ts: a schema over 300,000 imports would take longer than clustering them.
    schema: (z) => z.custom<readonly GivenFile[]>((value) => Array.isArray(value)),
    expected: 'an array of { path, bytes?, tokens?, imports? }',
    resume: 'result',
  }),
  /** An earlier plan, or its JSON: the tree stays as close to it as the bounds allow. */
  previous: option({
    // What is wrong inside it is named by the reader of plans.
    schema: (z) => z.custom<PreviousPlan>(isObject),
    expected: 'a plan, or the JSON of one',
    resume: 'result',
  }),
  signal: option({ ...abortSignal, resume: 'place' }),
  onProgress: option({
    schema: (z) => z.custom<(progress: Progress) => void>(isFunction),
    expected: 'a function',
    resume: 'place',
  }),
} as const;

/** What `decompose` takes. */
export interface DecomposeOptions extends OptionsOf<typeof decomposeRows> {}

export const decomposeDefaults = defaultsOf(decomposeRows);

export const decomposeClasses = classesOf(decomposeRows);
