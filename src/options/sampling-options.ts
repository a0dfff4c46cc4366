import type { CommandTask } from '../domain/command.js';
import type { AcceptFunction, SelectFunction } from '../domain/sampling.js';
import { between, isFunction, oneOf } from './checks.js';
import { aCommand, taskField } from './code-fields.js';
import { someCommand } from './command-options.js';
import { type OptionsOf, option } from './row.js';

const mostTries = 1000;

/** What sampling is made of, a row for each part. */
export const samplingRows = {
  /** Tries side by side. */
  breadth: option({
    ...between(1, mostTries),
    ...{ default: 1, resume: 'result' },
    flag: { flag: '--breadth <n>', text: 'count', group: 'Sampling', help: 'tries at each leaf, side by side' },
  }),
  /** Rounds of each try: try, accept?, repair. */
  depth: option({
    ...between(1, mostTries),
    ...{ default: 1, resume: 'result' },
    flag: { flag: '--depth <n>', text: 'count', group: 'Sampling', help: 'rounds of each try: try, accept, repair' },
  }),
  accept: option({
    schema: (z) => z.union([z.custom<AcceptFunction>(isFunction), aCommand(z)]),
    expected: 'a function, or { exec: [...] }',
    resume: 'result',
    flag: {
      ...{ flag: '--accept <command>', text: 'text', group: 'Sampling', expected: "a command, such as 'npm test'" },
      help: 'a command that accepts a value by exit code 0; what it prints otherwise is {feedback}',
    },
  }),
  /** Makes the value of the rounds after the first, from `context.sample.previous`; the task itself by default. */
  repair: option({
    ...taskField,
    resume: 'result',
    flag: {
      ...{ flag: '--repair <command>', text: 'text', group: 'Sampling', expected: someCommand },
      help: 'the command of the rounds after the first (default: --exec)',
    },
  }),
  select: option({
    schema: (z) => z.union([z.custom<SelectFunction>(isFunction), z.enum(['first', 'last'])]),
    expected: 'a function, "first" or "last"',
    resume: 'result',
    flag: {
      ...{ flag: '--select <which>', text: 'text', group: 'Sampling', expected: 'first or last' },
      help: 'what to take where nothing is accepted: the first or the last value (default: the leaf fails)',
    },
  }),
  /** `first`: the first accepted value, which differs from run to run. `lowest`: that of the lowest try. */
  pick: option({
    ...oneOf(['first', 'lowest']),
    ...{ expected: '"first" or "lowest"', default: 'first', resume: 'result' },
    flag: {
      ...{ flag: '--pick <which>', text: 'text', group: 'Sampling', expected: 'first or lowest' },
      help: 'the first accepted value, or that of the lowest try, which is the same each time',
    },
  }),
} as const;

/** Several tries at each leaf, of which the first acceptable one counts. */
export interface SamplingOptions<T = unknown> extends Omit<OptionsOf<typeof samplingRows>, 'accept' | 'select'> {
  /** Whether a value will do. As a command: it gets the value in its JSON, and accepts by exit code 0. */
  readonly accept?: AcceptFunction<T> | CommandTask;
  /** Chooses where no value was accepted: a function, or the first or last of them by try and round. */
  readonly select?: SelectFunction<T> | 'first' | 'last';
}
