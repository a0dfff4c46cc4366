import { z } from 'zod';
import { type Finding, SubplanFailure } from '../domain/failure.js';
import { option, say } from '../domain/message.js';
import { nearest } from '../util/nearest.js';
import { show } from '../util/show.js';
import type { Field } from './field.js';
import { isHuge, numberWords } from './number-bounds.js';
import { partOf } from './subject.js';

/** Refuses what is not an object at all. */
export const checkIsObject = (options: unknown): void => {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw invalidOptions([{ subject: 'options', expected: 'an object', received: show(options) }]);
};

export type Fields = Readonly<Record<string, Field>>;

const schemas = new WeakMap<Field, z.ZodType>();

/** Whether a value is what a field asks for. */
const isSound = (field: Field, value: unknown): boolean => {
  const schema = schemas.get(field) ?? field.schema(z);
  schemas.set(field, schema);
  return schema.safeParse(value).success;
};

/** What is wrong with each option by itself, or with each part of one. `undefined` is the same as not given. */
export const fieldProblems = (options: object, fields: Fields, at = option('')): Finding[] => {
  const problems: Finding[] = [];
  for (const [field, value] of Object.entries(options)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!known) {
      const meant = nearest(field, Object.keys(fields));
      const expected = meant ? say`no such option (did you mean ${option(meant)}?)` : 'no such option';
      problems.push({ subject: partOf(at, field), expected, received: show(value) });
    } else if (value !== undefined && !isSound(known, value)) {
      problems.push({ subject: partOf(at, field), expected: expectedOf(known, value), received: show(value) });
    }
  }
  return problems;
};

/** A number that is too large to be told from the next is told its bounds too. */
const expectedOf = ({ expected, bounds }: Field, value: unknown): string =>
  bounds && isHuge(value) ? numberWords(bounds, { isHuge: true }) : expected;

/** Without the fields that are undefined, so that defaults below them show through. */
export const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

export const invalidOptions = (problems: readonly Finding[]): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-options',
    message: problems.length === 1 ? 'an option is invalid' : `${problems.length} options are invalid`,
    nextStep: 'Correct the options listed. Nothing was done.',
    problems,
  });
