import type { z } from 'zod';
import type { Problem } from '../domain/failure.js';
import { show } from '../util/show.js';

export type Checked<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly problems: readonly Problem[]; readonly value?: undefined };

/** Checks a value, and names what is wrong with it by where it stands. `at` is where the value itself stands. */
export const checked = <T>(schema: z.ZodType<T>, value: unknown, at: string): Checked<T> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return {
    problems: parsed.error.issues.map((issue) => ({
      field: [at, ...issue.path].filter((part) => part !== '').join('.') || '(plan)',
      expected: expectedBy(issue),
      received: show(issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], value)),
    })),
  };
};

const expectedBy = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map((value) => JSON.stringify(value)).join('|');
  return issue.values.length === 1 ? values : `one of ${values}`;
};
