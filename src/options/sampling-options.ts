import { z } from 'zod';
import type { CommandSettings } from '../domain/command.js';
import type { Problem } from '../domain/failure.js';
import type { AcceptFunction, SelectFunction } from '../domain/sampling.js';
import type { Task } from '../domain/task.js';
import { aCommand, isCommand, resolveCommand } from './command-options.js';
import { type SamplingOptions, samplingDefaults } from './execute-options.js';
import { aFunction, between, defined, type Field, partProblems } from './fields.js';
import { type TaskSource, taskField, taskSource } from './task-source.js';

type AcceptSource =
  | { readonly kind: 'function'; readonly code: AcceptFunction }
  | { readonly kind: 'command'; readonly command: CommandSettings };

/** Sampling with every field decided. */
export interface SamplingSetting {
  readonly breadth: number;
  readonly depth: number;
  readonly pick: 'first' | 'lowest';
  readonly accept: AcceptSource | undefined;
  readonly repair: TaskSource<Task<unknown, unknown>> | undefined;
  readonly select: SelectFunction | undefined;
}

const mostTries = 1000;

export const samplingFields: Record<keyof SamplingOptions, Field> = {
  breadth: between(1, mostTries),
  depth: between(1, mostTries),
  accept: { schema: z.union([aFunction, aCommand]), expected: 'a function, or { exec: [...] }' },
  repair: taskField,
  select: { schema: z.union([aFunction, z.enum(['first', 'last'])]), expected: 'a function, "first" or "last"' },
  pick: { schema: z.enum(['first', 'lowest']), expected: '"first" or "lowest"' },
};

/** Undefined where leaves are not sampled. */
export const resolveSampling = (
  sampling: SamplingOptions | undefined,
  problems: Problem[],
): SamplingSetting | undefined => {
  if (sampling === undefined) return undefined;
  const found = partProblems('sampling', sampling, samplingFields);
  problems.push(...found);
  if (found.length > 0) return undefined;
  const { breadth, depth, pick, accept, repair, select } = { ...samplingDefaults, ...defined(sampling) };
  if (depth > 1 && accept === undefined) {
    problems.push({
      field: 'sampling.depth',
      expected: 'accept beside it: without it no round follows',
      received: `${depth}`,
    });
  }
  return {
    ...{ breadth, depth, pick },
    accept: accept && acceptSource(accept, problems),
    repair: repair === undefined ? undefined : taskSource(repair, problems, 'sampling.repair'),
    select: select === undefined ? undefined : selectFunction(select),
  };
};

const acceptSource = (
  accept: NonNullable<SamplingOptions['accept']>,
  problems: Problem[],
): AcceptSource | undefined => {
  if (!isCommand(accept)) return { kind: 'function', code: accept };
  const command = resolveCommand('sampling.accept', accept, problems);
  return command && { kind: 'command', command };
};

const selectFunction = (select: NonNullable<SamplingOptions['select']>): SelectFunction => {
  if (typeof select === 'function') return select;
  return (candidates) => (select === 'first' ? 0 : candidates.length - 1);
};
