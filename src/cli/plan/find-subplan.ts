import { isAbsolute, posix, relative } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import type { Subplan } from '../../domain/subplan.js';
import { nearest } from '../../util/nearest.js';
import type { Plan } from '../world.js';

export interface Wanted {
  /** An id or the beginning of one, a label, or the path of a file. */
  readonly query: string;
  /** The folder absolute paths are below; undefined for a plan from a file. */
  readonly root: string | undefined;
}

/** The subplan that is meant, or a failure that says what comes close. */
export const findSubplan = (plan: Plan, { query, root }: Wanted): Subplan => {
  const all = plan.subplans();
  const path = normalPath(query, root);
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
  throw notFound(plan, query, path);
};

const normalPath = (query: string, root: string | undefined): string =>
  root !== undefined && isAbsolute(query) ? relative(root, query).replaceAll('\\', '/') : posix.normalize(query);

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
    `there is no subplan, label or file ${JSON.stringify(query)} in this plan${meant}`,
    'Take an id or a label from `subplan plan --all`, or name a file by its path from the root.',
  );
};

const failure = (message: string, nextStep: string): SubplanFailure =>
  new SubplanFailure({ code: 'unknown-subplan', message, nextStep });
