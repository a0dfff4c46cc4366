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
    problems: parsed.error.issues.map(({ path, message }) => ({
      field: [at, ...path].filter((part) => part !== '').join('.') || '(plan)',
      expected: message.replace(/^Invalid (?:input|option): expected /, '').replace(/, received .*$/, ''),
      received: show(path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], value)),
    })),
  };
};
