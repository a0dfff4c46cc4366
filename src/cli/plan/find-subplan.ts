import { isAbsolute, posix, relative } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import type { Subplan } from '../../domain/subplan.js';
import { explainFiles, type FilesExplanation } from '../../report/explain-files.js';
import { nearest } from '../../util/nearest.js';
import type { Plan } from '../world.js';

export interface Wanted {
  /** An id or the beginning of one, a label, the path of a file or folder, or a role. */
  readonly query: string;
  /** The folder absolute paths are below; undefined for a plan from a file. */
  readonly root: string | undefined;
}

/** What can be explained: a subplan, or files that are meant together. */
export type Found = { readonly subplan: Subplan; readonly files?: undefined } | { readonly files: FilesExplanation };

/** What is meant, or a failure that says what comes close. */
export const findMeant = (plan: Plan, { query, root }: Wanted): Found => {
  const path = normalPath(query, root);
  const subplan = findSubplan(plan, query, path);
  if (subplan) return { subplan };
  const files = explainFiles(plan, path);
  if (files) return { files };
  throw notFound(plan, query, path);
};

const findSubplan = (plan: Plan, query: string, path: string): Subplan | undefined => {
  const all = plan.subplans();
  const ways: ((subplan: Subplan) => boolean)[] = [
    ({ id }) => id === query,
    ({ label }) => label === query,
    (subplan) => subplan.kind === 'leaf' && subplan.files.includes(path),
    ({ id }) => query !== '' && id.startsWith(query.toLowerCase()),
  ];
  for (const isMeant of ways) {
    const found = all.filter(isMeant);
    if (found.length === 1) return found[0];
    if (found.length > 1) throw ambiguous(query, found);
  }
  return undefined;
};

/** As in plans: relative to the root, and without a slash at the end of a folder. */
const normalPath = (query: string, root: string | undefined): string => {
  const path = root !== undefined && isAbsolute(query) ? relative(root, query).replaceAll('\\', '/') : query;
  return posix.normalize(path).replace(/(?<=.)\/$/, '');
};

const few = 8;

const ambiguous = (query: string, found: readonly Subplan[]): SubplanFailure => {
  const listed = found.slice(0, few).map(({ id, label }) => `\n  ${id}  ${JSON.stringify(label)}`);
  return failure(
    `${JSON.stringify(query)} could be any of ${found.length} subplans:${listed.join('')}${found.length > few ? '\n  …' : ''}`,
    'Give more of the id.',
  );
};

const notFound = (plan: Plan, query: string, path: string): SubplanFailure => {
  const out = plan.leftOut.find((one) => one.path === path);
  if (out) {
    return failure(
      `${JSON.stringify(path)} stands in no subplan: it was left out as ${out.reason} (${out.detail})`,
      `\`--left-out\` lists all such files; --keep brings back what is left out for what it holds.`,
    );
  }
  const paths = plan.leaves.flatMap(({ files }) => files);
  // Comparing with 100,000 long paths would take longer than making the plan.
  const near = nearest(query, [...plan.subplans().flatMap(({ id, label }) => [id, label]), ...paths.slice(0, 5_000)]);
  const meant = near === undefined ? '' : ` (did you mean ${JSON.stringify(near)}?)`;
  return failure(
    `there is no subplan, label, file, folder or role ${JSON.stringify(query)} in this plan${meant}`,
    'Take an id or a label from `subplan plan --all`, or name a file or a folder by its path from the root.',
  );
};

const failure = (message: string, nextStep: string): SubplanFailure =>
  new SubplanFailure({ code: 'unknown-subplan', message, nextStep });
