import type { Outcome } from '../domain/outcome.js';
import type { WorkLeaf } from '../schedule/work.js';

/**
 * For each skipped leaf, the leaf that is to blame: the first in plan order it depends on that did not succeed, or whoever
 * is to blame for that one. Known at the end only: which of several fails first differs from cap to cap.
 */
export const blamedFor = (
  leaves: readonly WorkLeaf[],
  outcomes: readonly (Outcome | undefined)[],
): ReadonlyMap<number, number> => {
  const blamed = new Map<number, number>();
  leaves.forEach((_, leaf) => {
    if (outcomes[leaf] !== 'skipped') return;
    const way = [leaf];
    for (let at = leaf; outcomes[at] === 'skipped' && !blamed.has(at); at = way[way.length - 1]) {
      // One that never started made nothing impossible: another did, or it would not have been skipped.
      const failed = leaves[at].dependsOn.filter(
        (on) => outcomes[on] !== 'succeeded' && outcomes[on] !== 'never-started',
      );
      way.push(failed.reduce((first, on) => Math.min(first, on)));
    }
    const end = way[way.length - 1];
    const cause = blamed.get(end) ?? end;
    for (const skipped of way) if (skipped !== cause) blamed.set(skipped, cause);
  });
  return blamed;
};
