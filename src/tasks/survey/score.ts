import type { PublicName } from '../../domain/survey.js';
import { isTestPath } from '../../util/test-path.js';
import { isPackageFile } from './about/places.js';
import type { Documented } from './documented.js';

const byKind: Readonly<Record<string, number>> = {
  class: 4,
  interface: 4,
  trait: 4,
  struct: 4,
  protocol: 4,
  component: 4,
  service: 4,
  function: 3,
  fn: 3,
  func: 3,
  macro: 0,
  constant: 0,
  const: 1,
  var: 0,
  're-export': 1,
};
const otherKinds = 2;
/** A name that every file mentions is more likely to be a common word than four times as important. */
const mostMentions = 15;

/**
 * How important the names of a file are. Those that other files mention count most. The later a name comes among those
 * of its file the less it counts, so that one file with many names does not crowd out all others.
 */
export const scoreNames = (
  path: string,
  names: readonly Documented[],
  mentionsOf: (name: string) => number,
): PublicName[] => {
  const ofFile = (isTestPath(path) ? -40 : 0) + (isPackageFile(path) ? 3 : 0);
  return names
    .map(({ name, kind, doc }) => ({
      name,
      kind,
      file: path,
      score:
        ofFile +
        (byKind[kind] ?? otherKinds) +
        2 * Math.min(mostMentions, mentionsOf(name)) +
        (doc === undefined ? 0 : 2) -
        (name.startsWith('_') ? 5 : 0),
    }))
    .sort((a, b) => b.score - a.score)
    .map((one, rank) => ({ ...one, score: one.score - Math.min(rank, 20) }));
};
