import { z } from 'zod';
import { type Problem, SubplanFailure } from '../domain/failure.js';
import { nearest } from '../util/nearest.js';
import { show } from '../util/show.js';

/** How one option is checked. */
export interface Field {
  readonly schema: z.ZodType;
  readonly expected: string;
}

export const atLeast = (least: number): Field => ({
  schema: z.int().min(least),
  expected: `a whole number, ${least} or more`,
});

export const between = (least: number, most: number): Field => ({
  schema: z.int().min(least).max(most),
  expected: `a whole number from ${least} to ${most}`,
});

/** A number that need not be whole. */
export const above0 = (example: string): Field => ({
  schema: z.number().positive(),
  expected: `a number above 0, such as ${example}`,
});

export const oneOf = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

export const aFunction = z.custom((value) => typeof value === 'function');

/** Refuses what is not an object at all. */
export const checkIsObject = (options: unknown): void => {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw invalidOptions([{ field: 'options', expected: 'an object', received: show(options) }]);
};

/** What is wrong with each option by itself. `undefined` is the same as not given. */
export const fieldProblems = (options: object, fields: Readonly<Record<string, Field>>): Problem[] => {
  const problems: Problem[] = [];
  for (const [field, value] of Object.entries(options)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!known) {
      const meant = nearest(field, Object.keys(fields));
      problems.push({
        field,
        expected: meant ? `no such option (did you mean ${meant}?)` : 'no such option',
        received: show(value),
      });
    } else if (value !== undefined && !known.schema.safeParse(value).success) {
      problems.push({ field, expected: known.expected, received: show(value) });
    }
  }
  return problems;
};

/** The same for an option that has fields of its own; they are named after it. */
export const partProblems = (name: string, options: object, fields: Readonly<Record<string, Field>>): Problem[] =>
  fieldProblems(options, fields).map((problem) => ({ ...problem, field: `${name}.${problem.field}` }));

/** Without the fields that are undefined, so that defaults below them show through. */
export const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

export const invalidOptions = (problems: readonly Problem[]): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-options',
    message: problems.length === 1 ? 'an option is invalid' : `${problems.length} options are invalid`,
    nextStep: 'Correct the options listed. Nothing was done.',
    problems,
  });
