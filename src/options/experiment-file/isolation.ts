import type { Finding } from '../../domain/failure.js';
import { option } from '../../domain/message.js';
import { oneOf } from '../checks.js';
import { type Keep, keeps } from '../experiment-options.js';
import type { Field, Zod } from '../field.js';
import { fieldProblems } from '../fields.js';
import { namedFields } from './named-fields.js';

/** Paths as they are written. */
export type FileIsolation = { readonly keep?: Keep } & (
  | { readonly copy: string }
  | { readonly worktree: string; readonly ref?: string }
);

const path = (z: Zod) => z.string().min(1);
const fields: Readonly<Record<string, Field>> = {
  copy: { schema: path, expected: 'the path of a folder' },
  worktree: { schema: path, expected: 'the path of a git repository' },
  ref: { schema: path, expected: 'a commit, a branch or a tag' },
  keep: oneOf(keeps),
};

export const readIsolation = (value: object, problems: Finding[]): FileIsolation => {
  const at = option('isolation');
  const given = namedFields(at, value, Object.keys(fields), problems);
  problems.push(...fieldProblems(given, fields, at));
  const sources = ['copy', 'worktree'].filter((name) => name in given);
  if (sources.length !== 1) {
    const received = sources.length === 0 ? 'none of them' : 'both';
    problems.push({ subject: at, expected: 'either copy or worktree', received, fault: 'relation' });
  } else if ('ref' in given && sources[0] === 'copy') {
    problems.push({
      ...{ subject: option('isolation', 'ref'), received: 'copy', fault: 'relation' },
      expected: 'to stand beside worktree',
    });
  }
  return given as unknown as FileIsolation;
};
