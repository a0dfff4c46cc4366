import type { CommandTask } from '../../domain/command.js';
import type { Problem } from '../../domain/failure.js';
import { resolveCommand } from '../command-options.js';
import { isObject } from './members.js';
import { namedFields } from './named-fields.js';

/** A schema is code, which a file cannot hold. */
const known: readonly Exclude<keyof CommandTask, 'schema'>[] = [
  ...(['exec', 'shell', 'prompt', 'stdin', 'output', 'env', 'rateLimit', 'spends', 'version'] as const),
];

/** A command as the library takes it. What is wrong with it is added to the problems. */
export const readCommand = (field: string, value: object, problems: Problem[]): CommandTask => {
  const before = problems.length;
  const given = namedFields(field, value, known, problems);
  if (isObject(given.rateLimit)) {
    given.rateLimit = namedFields(`${field}.rateLimit`, given.rateLimit, ['exitCodes', 'pattern'], problems);
  }
  const command = given as unknown as CommandTask;
  if (given.exec === undefined) {
    // Where its name is misspelt, that is said already.
    if (problems.length === before) {
      problems.push({
        field: `${field}.exec`,
        expected: 'a command as text, or its words in a list',
        received: 'nothing',
      });
    }
  } else resolveCommand(field, command, problems);
  return command;
};
