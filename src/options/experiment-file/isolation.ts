import { z } from 'zod';
import type { Problem } from '../../domain/failure.js';
import { type Keep, keeps } from '../experiment-options.js';
import { type Field, oneOf, partProblems } from '../fields.js';
import { namedFields } from './named-fields.js';

/** Paths as they are written. */
export type FileIsolation = { readonly keep?: Keep } & (
  | { readonly copy: string }
  | { readonly worktree: string; readonly ref?: string }
);

const path = z.string().min(1);
const fields: Readonly<Record<string, Field>> = {
  copy: { schema: path, expected: 'the path of a folder' },
  worktree: { schema: path, expected: 'the path of a git repository' },
  ref: { schema: path, expected: 'a commit, a branch or a tag' },
  keep: { schema: z.enum(keeps), expected: `one of ${oneOf(keeps)}` },
};

export const readIsolation = (value: object, problems: Problem[]): FileIsolation => {
  const given = namedFields('isolation', value, Object.keys(fields), problems);
  problems.push(...partProblems('isolation', given, fields));
  const sources = ['copy', 'worktree'].filter((name) => name in given);
  if (sources.length !== 1) {
    const received = sources.length === 0 ? 'none of them' : 'both';
    problems.push({ field: 'isolation', expected: 'either copy or worktree', received });
  } else if ('ref' in given && sources[0] === 'copy') {
    problems.push({ field: 'isolation.ref', expected: 'to stand beside worktree', received: 'copy' });
  }
  return given as unknown as FileIsolation;
};
