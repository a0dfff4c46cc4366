import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../domain/failure.js';
import { show } from '../util/show.js';

/** The absolute path that an option names; undefined, and a problem more, where it names none. */
export const pathOf = (field: string, place: string | URL, problems: Problem[]): string | undefined => {
  try {
    return resolve(place instanceof URL ? fileURLToPath(place) : place);
  } catch {
    problems.push({ field, expected: 'a file: URL of this machine, or a path', received: show(String(place)) });
    return undefined;
  }
};
