import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../domain/failure.js';
import type { OptionMention } from '../domain/message.js';
import { show } from '../util/show.js';

/** The absolute path that an option names; undefined, and a problem more, where it names none. */
export const pathOf = (subject: OptionMention, place: string | URL, problems: Finding[]): string | undefined => {
  try {
    return resolve(place instanceof URL ? fileURLToPath(place) : place);
  } catch {
    problems.push({ subject, expected: 'a file: URL of this machine, or a path', received: show(String(place)) });
    return undefined;
  }
};
