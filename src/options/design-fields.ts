import { z } from 'zod';
import type { Problem } from '../domain/failure.js';
import { builtInScores, type NamedScore } from '../domain/score.js';
import { type Arm, type Case, interleaves, settingVariable } from '../domain/trial.js';
import { jsonProblem } from '../util/json-problem.js';
import { show } from '../util/show.js';
import { aCommand } from './command-options.js';
import { type DesignOptions, keeps } from './experiment-options.js';
import { aFunction, atLeast, between, type Field, oneOf } from './fields.js';
import { place } from './task-source.js';

const isNamed = (value: unknown): value is NamedScore => {
  const { name, version, score } = (value ?? {}) as Partial<NamedScore>;
  return typeof score === 'function' && [name, version].every((text) => typeof text === 'string' && text !== '');
};

export const designFields: Record<keyof DesignOptions, Field> = {
  name: { schema: z.string().min(1), expected: 'a text' },
  goal: { schema: z.string(), expected: 'a text' },
  cases: { schema: z.array(z.unknown()).min(1), expected: 'a list of cases, one or more: { id, input, expected? }' },
  arms: { schema: z.array(z.unknown()).min(1), expected: 'a list of arms, one or more: { name, settings? }' },
  replications: between(1, 100_000),
  score: {
    schema: z.union([place, aFunction, z.custom(isNamed), aCommand]),
    expected: `${oneOf(builtInScores)}, the path or URL of a module, a function, { exec: [...] }, or defineScore({ name, version, score })`,
  },
  interleave: { schema: z.enum(interleaves), expected: `one of ${oneOf(interleaves)}` },
  isolation: {
    schema: z.union([
      z.strictObject({ copy: place, keep: z.enum(keeps).optional() }),
      z.strictObject({ worktree: place, ref: z.string().min(1).optional(), keep: z.enum(keeps).optional() }),
    ]),
    expected: `{ copy: folder } or { worktree: repository, ref? }, each with keep? (${oneOf(keeps)})`,
  },
  unchanged: { schema: z.array(place), expected: 'a list of paths' },
  confidence: {
    schema: z.number().min(0.5).max(0.9999),
    expected: 'a number from 0.5 to 0.9999, such as 0.95',
  },
  resamples: atLeast(100),
};

/** What is wrong with single cases. */
export const caseProblems = (cases: readonly unknown[]): Problem[] =>
  membersProblems({ field: 'cases', members: cases, name: 'id', known: ['id', 'input', 'expected'] });

export const armProblems = (arms: readonly unknown[]): Problem[] => [
  ...membersProblems({ field: 'arms', members: arms, name: 'name', known: ['name', 'settings'] }),
  ...arms.flatMap((arm, i): Problem[] => {
    const { settings } = (arm ?? {}) as Partial<Arm>;
    const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
    if (isObject) return alikeSettings(`arms[${i}].settings`, Object.keys(settings));
    if (settings === undefined) return [];
    return [{ field: `arms[${i}].settings`, expected: 'an object of settings by name', received: show(settings) }];
  }),
];

/** Commands are told settings by variables, whose names have no small letters and no hyphens. */
const alikeSettings = (field: string, names: readonly string[]): Problem[] => {
  const seen = new Map<string, string>();
  return names.flatMap((name): Problem[] => {
    const variable = settingVariable(name);
    const before = seen.get(variable);
    seen.set(variable, name);
    if (before === undefined) return [];
    const expected = `a name that differs from ${show(before)} by more than case, - and _, as both would be ${variable}`;
    return [{ field: `${field}.${name}`, expected, received: show(name) }];
  });
};

interface Members {
  readonly field: string;
  readonly members: readonly unknown[];
  /** The field that tells one from the others. */
  readonly name: 'id' | 'name';
  readonly known: readonly string[];
}

const membersProblems = ({ field, members, name, known }: Members): Problem[] => {
  const seen = new Map<string, number>();
  return members.flatMap((member, i): Problem[] => {
    const at = `${field}[${i}]`;
    if (typeof member !== 'object' || member === null || Array.isArray(member)) {
      return [{ field: at, expected: `an object with ${known.join(', ')}`, received: show(member) }];
    }
    const own = (member as Record<string, unknown>)[name];
    if (typeof own !== 'string' || own.trim() === '') {
      return [{ field: `${at}.${name}`, expected: 'a text that is not empty', received: show(own) }];
    }
    const before = seen.get(own);
    if (before !== undefined) {
      const expected = `another ${name} than that of ${field}[${before}]`;
      return [{ field: `${at}.${name}`, expected, received: show(own) }];
    }
    seen.set(own, i);
    return partsProblems(at, member, known);
  });
};

/** They are written down and handed to threads and commands, so they must be what JSON can hold. */
const partsProblems = (at: string, member: object, known: readonly string[]): Problem[] =>
  Object.entries(member).flatMap(([part, value]): Problem[] => {
    if (!known.includes(part)) {
      return [
        { field: `${at}.${part}`, expected: `no such field (there are ${known.join(', ')})`, received: show(value) },
      ];
    }
    const problem = jsonProblem(value);
    if (!problem) return [];
    const field = `${at}.${part}${problem.at}`;
    return [{ field, expected: 'what JSON can hold', received: problem.found }];
  });

/** A case or an arm as it is kept, with nothing in it that is undefined. */
export const plainCase = ({ id, input, expected }: Case): Case => ({
  id,
  input: plainJson(input),
  ...(expected === undefined ? {} : { expected: plainJson(expected) }),
});

export const plainArm = ({ name, settings }: Arm): Arm => ({
  name,
  ...(settings === undefined ? {} : { settings: plainJson(settings) as Arm['settings'] }),
});

const plainJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
