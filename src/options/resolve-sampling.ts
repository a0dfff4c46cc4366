import type { CommandSettings } from '../domain/command.js';
import type { Finding } from '../domain/failure.js';
import { option, say } from '../domain/message.js';
import type { AcceptFunction, SelectFunction } from '../domain/sampling.js';
import type { Task } from '../domain/task.js';
import { isCommand } from './code-fields.js';
import { fieldProblems } from './fields.js';
import { resolveCommand } from './resolve-command.js';
import { type OptionsOf, type SettingsOf, withDefaults } from './row.js';
import { type SamplingOptions, samplingRows } from './sampling-options.js';
import { type TaskSource, taskSource } from './task-source.js';

type AcceptSource =
  | { readonly kind: 'function'; readonly code: AcceptFunction }
  | { readonly kind: 'command'; readonly command: CommandSettings };

/** Sampling with every field decided. */
export interface SamplingSetting extends Omit<SettingsOf<typeof samplingRows>, 'accept' | 'repair' | 'select'> {
  readonly accept: AcceptSource | undefined;
  readonly repair: TaskSource<Task<unknown, unknown>> | undefined;
  readonly select: SelectFunction | undefined;
}

/** Undefined where leaves are not sampled. */
export const resolveSampling = (
  sampling: SamplingOptions | undefined,
  problems: Finding[],
): SamplingSetting | undefined => {
  if (sampling === undefined) return undefined;
  const found = fieldProblems(sampling, samplingRows, option('sampling'));
  problems.push(...found);
  if (found.length > 0) return undefined;
  const filled = withDefaults(samplingRows, sampling as OptionsOf<typeof samplingRows>);
  const { depth, accept, repair, select } = filled;
  if (depth > 1 && accept === undefined) {
    problems.push({
      subject: option('sampling', 'depth'),
      expected: say`${option('sampling', 'accept')} beside it: without it no round follows`,
      ...{ received: `${depth}`, fault: 'relation' },
    });
  }
  return {
    ...filled,
    accept: accept && acceptSource(accept, problems),
    repair: repair === undefined ? undefined : taskSource(repair, problems, option('sampling', 'repair')),
    select: select === undefined ? undefined : selectFunction(select),
  };
};

const acceptSource = (
  accept: NonNullable<SamplingOptions['accept']>,
  problems: Finding[],
): AcceptSource | undefined => {
  if (!isCommand(accept)) return { kind: 'function', code: accept };
  const command = resolveCommand(option('sampling', 'accept'), accept, problems);
  return command && { kind: 'command', command };
};

const selectFunction = (select: NonNullable<SamplingOptions['select']>): SelectFunction => {
  if (typeof select === 'function') return select;
  return (candidates) => (select === 'first' ? 0 : candidates.length - 1);
};
