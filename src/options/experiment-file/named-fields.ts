import type { Problem } from '../../domain/failure.js';
import { nearest } from '../../util/nearest.js';
import { readCount, readDuration } from '../../util/quantities.js';
import { show } from '../../util/show.js';
import { fieldOf } from './field-path.js';
import { camelCase, durationNames, optionOf } from './option-names.js';

/** Where a number may be written `30k` or `2M`. */
const counts = ['tokens', 'tokensPerMinute'];

/**
 * An object of a file by the names its fields have in the library, with durations and counts read. A name that is not
 * known and one that is given twice are added to the problems.
 */
export const namedFields = (
  field: string,
  value: object,
  known: readonly string[],
  problems: Problem[],
): Record<string, unknown> => {
  const found = new Map<string, unknown>();
  const writtenAs = new Map<string, string>();
  for (const [key, given] of Object.entries(value)) {
    const option = optionOf(key);
    const refuse = (expected: string): unknown =>
      problems.push({ field: fieldOf(field, key), expected, received: show(given) });
    const before = writtenAs.get(option);
    if (!known.includes(option)) refuse(unknownName(key, known));
    else if (before !== undefined) {
      refuse(`one of ${before} and ${key}, which say the same`);
      found.delete(option);
    } else if (!Object.hasOwn(durationNames, camelCase(key))) found.set(option, countOf(option, given));
    else {
      const ms = durationOf(given);
      if (ms === undefined) refuse('a duration, such as 500ms, 30s or 5m');
      else found.set(option, ms);
    }
    writtenAs.set(option, key);
  }
  return Object.fromEntries(found);
};

const shortNames = new Map(Object.entries(durationNames).map(([name, option]) => [option, name]));

/** Longer ones are no slip of a name, and looking for what was meant would take long. */
const longestName = 40;

export const unknownName = (key: string, known: readonly string[]): string => {
  const names = known.map((option) => shortNames.get(option) ?? option);
  const meant = nearest(camelCase(key), key.length > longestName ? [] : [...names, ...known]);
  return meant ? `no such field (did you mean ${meant}?)` : `one of ${names.join(', ')}`;
};

/** Whether a field that is missing is there under a name that is nearly its own, which is told already. */
export const isMisnamed = (field: string, problems: readonly Problem[]): boolean =>
  problems.some(({ expected }) => expected.endsWith(`(did you mean ${field}?)`));

const countOf = (option: string, given: unknown): unknown =>
  counts.includes(option) && typeof given === 'string' ? readCount(given) : given;

const durationOf = (given: unknown): number | undefined => {
  const ms = typeof given === 'string' ? readDuration(given) : given === 0 ? 0 : undefined;
  return typeof ms === 'number' ? ms : undefined;
};
