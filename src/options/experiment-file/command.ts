import type { CommandTask } from '../../domain/command.js';
import type { Finding } from '../../domain/failure.js';
import type { OptionMention } from '../../domain/message.js';
import { commandRows } from '../command-options.js';
import { resolveCommand } from '../resolve-command.js';
import type { Row } from '../row.js';
import { partOf } from '../subject.js';
import { isObject } from './members.js';
import { namedFields } from './named-fields.js';

/** A schema is code, which a file cannot hold. */
const { schema: _, ...inFile } = commandRows;
const known = Object.keys(inFile);

/** A command as the library takes it. What is wrong with it is added to the problems. */
export const readCommand = (at: OptionMention, value: object, problems: Finding[]): CommandTask => {
  const before = problems.length;
  const given = namedFields(at, value, known, problems);
  for (const [name, { parts }] of Object.entries<Row>(inFile)) {
    const whole = given[name];
    if (parts && isObject(whole)) given[name] = namedFields(partOf(at, name), whole, Object.keys(parts), problems);
  }
  const command = given as unknown as CommandTask;
  if (given.exec === undefined) {
    // Where its name is misspelt, that is said already.
    if (problems.length === before) {
      problems.push({
        subject: partOf(at, 'exec'),
        expected: commandRows.exec.expected,
        received: 'nothing',
      });
    }
  } else resolveCommand(at, command, problems);
  return command;
};
