import type { Finding } from '../domain/failure.js';
import { type OptionMention, option } from '../domain/message.js';

/** A part of what is named: `exec` of `task`, item 2 of `cases`. What is below no option is an option itself. */
export const partOf = (at: OptionMention, ...steps: readonly (string | number)[]): OptionMention => {
  const [first, ...rest] = steps;
  if (at.option === '' && !at.path && typeof first === 'string') return option(first, ...rest);
  return option(at.option, ...(at.path ?? []), ...steps);
};

/** Whether an option as a whole is wrong, and not a part of it. */
export const isAbout = ({ subject }: Finding, name: string): boolean =>
  typeof subject === 'object' && subject.option === name && subject.path === undefined;
