import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Bounds } from '../domain/bounds.js';
import type { Earlier } from '../domain/earlier.js';
import { type Problem, SubplanFailure } from '../domain/failure.js';
import { type KeepableReason, keepableReasons } from '../domain/inventory.js';
import { type Strategy, strategyNames } from '../domain/strategy.js';
import { type TokenMode, tokenModes } from '../domain/token-mode.js';
import { type DecomposeOptions, decomposeDefaults, type PreviousPlan, type Progress } from './decompose-options.js';
import {
  aFunction,
  atLeast,
  between,
  checkIsObject,
  defined,
  type Field,
  fieldProblems,
  invalidOptions,
  oneOf,
} from './fields.js';
import { type NormalFile, normalFiles } from './given-files.js';

/** What decomposing works with: every field decided, nothing left to default. */
export interface DecomposeSettings {
  /** As given; undefined where files were given without a root. */
  readonly root: string | undefined;
  /** Sorted by path; undefined where the root is to be scanned. */
  readonly files: readonly NormalFile[] | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly keep: readonly KeepableReason[];
  readonly maxFileBytes: number;
  readonly goal: string | undefined;
  readonly bounds: Bounds;
  readonly tokens: TokenMode;
  readonly strategy: Strategy;
  readonly seed: number;
  readonly previous: Earlier | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Trees deeper than this are of no use to anyone, and would exhaust the stack. */
const deepest = 100;

const globs: Field = { schema: z.array(z.string().min(1)), expected: 'an array of globs, such as ["src/**"]' };

const aPlan = 'a plan, or the JSON of one';

export const decomposeFields: Record<keyof DecomposeOptions, Field> = {
  root: { schema: z.union([z.string().min(1), z.instanceof(URL)]), expected: 'the path of a folder' },
  // Each file is checked in given-files.ts: a schema over 300,000 imports would take longer than clustering them.
  files: { schema: z.array(z.unknown()), expected: 'an array of { path, bytes?, tokens?, imports? }' },
  include: globs,
  exclude: globs,
  keep: { schema: z.array(z.enum(keepableReasons)), expected: `an array of ${oneOf(keepableReasons)}` },
  maxFileBytes: atLeast(1),
  goal: { schema: z.string(), expected: 'a text' },
  minFiles: atLeast(1),
  maxDepth: between(1, deepest),
  maxChildren: atLeast(2),
  maxTokens: atLeast(1),
  maxFiles: atLeast(1),
  tokens: { schema: z.enum(tokenModes), expected: `one of ${oneOf(tokenModes)}` },
  strategy: {
    schema: z.union([z.enum(strategyNames), aFunction]),
    expected: `one of ${oneOf(strategyNames)}, or a function`,
  },
  seed: { schema: z.int(), expected: 'a whole number' },
  // What is wrong inside it is named by the reader of plans.
  previous: { schema: z.custom((value) => typeof value === 'object' && value !== null), expected: aPlan },
  signal: { schema: z.instanceof(AbortSignal), expected: 'an AbortSignal' },
  onProgress: { schema: aFunction, expected: 'a function' },
};

/** Reads a plan that was given as an option; throws a failure where it is none. */
export type PlanReader = (plan: PreviousPlan) => Earlier;

/** Checks the options of `decompose` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveDecompose = (options: DecomposeOptions = {}, readPlan?: PlanReader): DecomposeSettings => {
  checkIsObject(options);
  const problems = problemsWith(options);
  const files = problems.some(({ field }) => field === 'files') ? undefined : options.files;
  const root = options.root instanceof URL ? pathOfUrl(options.root, problems) : options.root;
  const normal = files && normalFiles(files, root === undefined ? undefined : absolute(root), problems);
  if (normal && options.tokens === 'exact' && normal.some(({ tokens }) => tokens === undefined)) {
    const expected = '"estimate" or "bytes", since the text of given files is not read';
    problems.push({ field: 'tokens', expected, received: '"exact"' });
  }
  const hasPrevious = options.previous !== undefined && !problems.some(({ field }) => field === 'previous');
  const previous = hasPrevious ? readPrevious(options.previous as PreviousPlan, readPlan, problems) : undefined;
  if (problems.length > 0) throw invalidOptions(problems);
  const filled = { ...decomposeDefaults, ...defined(options) };
  const { minFiles, maxDepth, maxChildren, include, exclude, keep, maxFileBytes, tokens, strategy, seed } = filled;
  const { maxTokens, maxFiles, goal, signal, onProgress } = options;
  return {
    root: normal && root === undefined ? undefined : (root ?? '.'),
    files: normal,
    bounds: { minFiles, maxDepth, maxChildren, maxTokens, maxFiles },
    ...{ include, exclude, keep, maxFileBytes, goal, tokens, strategy, seed, previous, signal, onProgress },
  };
};

const problemsWith = (options: DecomposeOptions): Problem[] => {
  const problems = fieldProblems(options, decomposeFields);
  const { minFiles = decomposeDefaults.minFiles, maxFiles } = options;
  if (problems.length === 0 && maxFiles !== undefined && minFiles > maxFiles) {
    problems.push({ field: 'minFiles', expected: `at most maxFiles (${maxFiles})`, received: `${minFiles}` });
  }
  return problems;
};

const readPrevious = (
  plan: PreviousPlan,
  readPlan: PlanReader | undefined,
  problems: Problem[],
): Earlier | undefined => {
  try {
    return readPlan?.(plan);
  } catch (failure) {
    if (!(failure instanceof SubplanFailure)) throw failure;
    if (failure.problems.length === 0) problems.push({ field: 'previous', expected: aPlan, received: failure.message });
    problems.push(...failure.problems.map((problem) => ({ ...problem, field: `previous.${problem.field}` })));
    return undefined;
  }
};

const pathOfUrl = (root: URL, problems: Problem[]): string | undefined => {
  try {
    return fileURLToPath(root);
  } catch {
    problems.push({ field: 'root', expected: 'a file: URL of this machine, or a path', received: root.href });
    return undefined;
  }
};

/** A root of another system (`C:/project`) is left as it is: given files may come from there. */
const absolute = (root: string): string => (/^[A-Za-z]:[\\/]/.test(root) ? root : resolve(root));
