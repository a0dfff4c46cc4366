import type { Standing } from './standing.js';

/** What a file must gain by going elsewhere, in ties: an import more than it has where it stands. */
const least = 1;

/**
 * Without a budget nothing keeps leaves apart but their ties, so there is nothing to anneal: a file whose ties changed goes
 * where it has more of them, as long as the leaf it leaves keeps `minFiles`.
 */
export const settleChanged = (standing: Standing, changed: Uint8Array): void => {
  for (let file = 0; file < changed.length; file++) {
    const from = standing.leaf[file];
    if (changed[file] === 0 || standing.load(from).files <= standing.ground.bounds.minFiles) continue;
    const ties = standing.tiesOf([file]);
    const load = { files: 1, tokens: standing.ground.files[file].tokens };
    let [best, strongest] = [from, (ties.get(from) ?? 0) + least];
    for (const [leaf, sum] of ties) {
      if (leaf === from || !standing.hasRoom(leaf, load)) continue;
      if (sum > strongest || (sum === strongest && best !== from && leaf < best)) [best, strongest] = [leaf, sum];
    }
    if (best !== from) standing.move(file, best);
  }
};
