import type { Finding } from '../../domain/failure.js';
import { type Message, type OptionMention, option, say } from '../../domain/message.js';
import { nearest } from '../../util/nearest.js';
import { readCount, readDuration } from '../../util/quantities.js';
import { show } from '../../util/show.js';
import { partOf } from '../subject.js';
import { camelCase, durationNames, fileName, optionOf, shortCounts } from './option-names.js';

/**
 * An object of a file by the names its fields have in the library, with durations and counts read. A name that is not
 * known and one that is given twice are added to the problems.
 */
export const namedFields = (
  at: OptionMention,
  value: object,
  known: readonly string[],
  problems: Finding[],
): Record<string, unknown> => {
  const found = new Map<string, unknown>();
  const writtenAs = new Map<string, string>();
  for (const [key, given] of Object.entries(value)) {
    const name = optionOf(key);
    const refuse = (expected: string | Message): unknown =>
      problems.push({ subject: partOf(at, key), expected, received: show(given) });
    const before = writtenAs.get(name);
    if (!known.includes(name)) refuse(unknownName(key, known));
    else if (before !== undefined) {
      refuse(`one of ${before} and ${key}, which say the same`);
      found.delete(name);
    } else if (!durationNames.has(camelCase(key))) found.set(name, countOf(name, given));
    else {
      const ms = durationOf(given);
      if (ms === undefined) refuse('a duration, such as 500ms, 30s or 5m');
      else found.set(name, ms);
    }
    writtenAs.set(name, key);
  }
  return Object.fromEntries(found);
};

/** Longer ones are no slip of a name, and looking for what was meant would take long. */
const longestName = 40;

export const unknownName = (key: string, known: readonly string[]): string | Message => {
  const names = known.map(fileName);
  const meant = nearest(camelCase(key), key.length > longestName ? [] : [...names, ...known]);
  return meant ? say`no such field (did you mean ${option(meant)}?)` : `one of ${names.join(', ')}`;
};

/** Whether a field that is missing is there under a name that is nearly its own, which is told already. */
export const isMisnamed = (field: string, problems: readonly Finding[]): boolean =>
  problems.some(({ expected }) => typeof expected !== 'string' && expected.some((part) => isMention(part, field)));

const isMention = (part: Message[number], name: string): boolean =>
  typeof part === 'object' && 'option' in part && part.option === name;

const countOf = (name: string, given: unknown): unknown =>
  shortCounts.has(name) && typeof given === 'string' ? readCount(given) : given;

const durationOf = (given: unknown): number | undefined => {
  const ms = typeof given === 'string' ? readDuration(given) : given === 0 ? 0 : undefined;
  return typeof ms === 'number' ? ms : undefined;
};
