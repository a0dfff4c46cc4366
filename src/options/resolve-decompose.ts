import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bounds, Sizing } from '../domain/bounds.js';
import type { Earlier } from '../domain/earlier.js';
import { type Finding, SubplanFailure } from '../domain/failure.js';
import { option, say } from '../domain/message.js';
import { type DecomposeOptions, decomposeDefaults, decomposeRows, type PreviousPlan } from './decompose-options.js';
import { checkIsObject, fieldProblems, invalidOptions } from './fields.js';
import { type NormalFile, normalFiles } from './given-files.js';
import { type SettingsOf, withDefaults } from './row.js';
import { isAbout, partOf } from './subject.js';

type Plain = Omit<SettingsOf<typeof decomposeRows>, keyof Bounds | 'leaves' | 'root' | 'files' | 'previous'>;

/** What decomposing works with: every field decided, nothing left to default. */
export interface DecomposeSettings extends Plain {
  /** As given; undefined where files were given without a root. */
  readonly root: string | undefined;
  /** Sorted by path; undefined where the root is to be scanned. */
  readonly files: readonly NormalFile[] | undefined;
  readonly bounds: Bounds;
  readonly sizing: Sizing;
  readonly previous: Earlier | undefined;
}

/** Reads a plan that was given as an option; throws a failure where it is none. */
export type PlanReader = (plan: PreviousPlan) => Earlier;

/** Checks the options of `decompose` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveDecompose = (options: DecomposeOptions = {}, readPlan?: PlanReader): DecomposeSettings => {
  checkIsObject(options);
  const problems = problemsWith(options);
  const files = problems.some((one) => isAbout(one, 'files')) ? undefined : options.files;
  const root = options.root instanceof URL ? pathOfUrl(options.root, problems) : options.root;
  const normal = files && normalFiles(files, root === undefined ? undefined : absolute(root), problems);
  if (normal && options.tokens === 'exact' && normal.some(({ tokens }) => tokens === undefined)) {
    const expected = '"estimate" or "bytes", since the text of given files is not read';
    problems.push({ subject: option('tokens'), expected, received: '"exact"', fault: 'relation' });
  }
  const hasPrevious = options.previous !== undefined && !problems.some((one) => isAbout(one, 'previous'));
  const previous = hasPrevious ? readPrevious(options.previous as PreviousPlan, readPlan, problems) : undefined;
  if (problems.length > 0) throw invalidOptions(problems);
  const { minFiles, maxDepth, maxChildren, maxTokens, maxFiles, leaves, ...filled } = withDefaults(
    decomposeRows,
    options,
  );
  return {
    ...filled,
    root: normal && root === undefined ? undefined : (root ?? '.'),
    files: normal,
    bounds: { minFiles, maxDepth, maxChildren, maxTokens, maxFiles },
    sizing: sizingOf(leaves, options.minFiles),
    previous,
  };
};

const sizingOf = (leaves: number | undefined, minFiles: number | undefined): Sizing => {
  if (leaves !== undefined) return { kind: 'leaves', leaves };
  return { kind: minFiles === undefined ? 'natural' : 'min-files' };
};

const problemsWith = (options: DecomposeOptions): Finding[] => {
  const problems = fieldProblems(options, decomposeRows);
  const { minFiles = decomposeDefaults.minFiles, maxFiles } = options;
  if (problems.length === 0 && maxFiles !== undefined && minFiles > maxFiles) {
    problems.push({
      ...{ subject: option('minFiles'), received: `${minFiles}`, fault: 'relation' },
      expected: say`at most ${option('maxFiles')} (${maxFiles})`,
    });
  }
  if (options.leaves !== undefined && options.strategy !== undefined && options.strategy !== 'auto') {
    problems.push({
      ...{ subject: option('leaves'), received: `${options.leaves}`, fault: 'relation' },
      expected: say`no number of leaves where ${option('strategy')} is not "auto"`,
    });
  }
  return problems;
};

const readPrevious = (
  plan: PreviousPlan,
  readPlan: PlanReader | undefined,
  problems: Finding[],
): Earlier | undefined => {
  try {
    return readPlan?.(plan);
  } catch (failure) {
    if (!(failure instanceof SubplanFailure)) throw failure;
    const { findings } = failure.data;
    const subject = option('previous');
    if (findings.length === 0) {
      problems.push({ subject, expected: decomposeRows.previous.expected, received: failure.message });
    }
    problems.push(...findings.map((one) => ({ ...one, subject: belowPrevious(one) })));
    return undefined;
  }
};

/** What is wrong inside of the plan has the names of the plan. */
const belowPrevious = ({ subject }: Finding) =>
  typeof subject === 'string'
    ? option('previous', subject)
    : partOf(option('previous'), subject.option, ...(subject.path ?? []));

const pathOfUrl = (root: URL, problems: Finding[]): string | undefined => {
  try {
    return fileURLToPath(root);
  } catch {
    problems.push({ subject: option('root'), expected: 'a file: URL of this machine, or a path', received: root.href });
    return undefined;
  }
};

/** A root of another system (`C:/project`) is left as it is: given files may come from there. */
const absolute = (root: string): string => (/^[A-Za-z]:[\\/]/.test(root) ? root : resolve(root));
