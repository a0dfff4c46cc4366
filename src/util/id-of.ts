import { createHash } from 'node:crypto';

/** Long enough that two of a million subplans hardly ever share one, short enough to type. */
const idLength = 12;

/** The id of a subplan: decided by its kind and its keys alone. `keys` are sorted. */
export const idOf = (kind: 'leaf' | 'branch', keys: readonly string[]): string =>
  createHash('sha256')
    .update(`${kind}\0${keys.join('\0')}`)
    .digest('hex')
    .slice(0, idLength);
