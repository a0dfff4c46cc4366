import { type Bounds, fits, type Load } from '../../domain/bounds.js';
import { hashOf } from '../../util/hash-of.js';
import type { Item } from './items.js';
import { type Dividing, shareOf } from './sizes.js';

/** A run may end where this share of a leaf is filled. */
const filled = 0.8;
/** Steady ends may cost as many leaves as this. */
const mostMore = 2;
/** A run that fills less than this share of a leaf. */
const crumb = 0.5;

/**
 * Runs of items in their order, each of about what a leaf may hold. Where a run ends is decided by the names of the items
 * around, among the places where it is nearly full: so that runs further on stay as they are when an item comes or goes.
 * Where that takes more leaves, runs are as full as may be.
 */
export const runsOf = ({ room, mostLeaves }: Dividing, items: readonly Item[]): Item[][] => {
  const run = (share: number) => {
    const nearly = shareOf(room, share);
    const mayEnd = ({ files, tokens }: Load) => files >= nearly.files || tokens >= nearly.tokens;
    return runsFrom(items, { holds: (load) => fits(load, room), mayEnd });
  };
  const [steady, fullest] = [run(filled), run(1)];
  const runs = steady.length > fullest.length + mostMore ? fullest : steady;
  return mostLeaves === Number.POSITIVE_INFINITY ? withoutCrumb(room, runs) : runs;
};

/**
 * A last run that fills little of a leaf is evened out with the one before: it would make another part larger than it is to
 * be. Not where leaves are counted: two that are half full take the room of what could be joined.
 */
const withoutCrumb = (room: Bounds, runs: Item[][]): Item[][] => {
  const [before, last] = runs.slice(-2);
  if (last === undefined || fillOf(room, loadOf(last)) >= crumb) return runs;
  const both = [...before, ...last];
  const all = loadOf(both);
  let [files, tokens, best, least] = [0, 0, before.length, Number.POSITIVE_INFINITY];
  for (let at = 1; at < both.length; at++) {
    files += both[at - 1].files.length;
    tokens += both[at - 1].tokens;
    const most = Math.max(
      fillOf(room, { files, tokens }),
      fillOf(room, { files: all.files - files, tokens: all.tokens - tokens }),
    );
    if (most < least) [best, least] = [at, most];
  }
  return [...runs.slice(0, -2), both.slice(0, best), both.slice(best)];
};

/** What share of a leaf a load fills. */
const fillOf = (
  { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY }: Bounds,
  { files, tokens }: Load,
): number => Math.max(files / maxFiles, tokens / maxTokens);

const loadOf = (items: readonly Item[]): Load => ({
  files: items.reduce((sum, item) => sum + item.files.length, 0),
  tokens: items.reduce((sum, item) => sum + item.tokens, 0),
});

interface Filling {
  holds(load: Load): boolean;
  mayEnd(load: Load): boolean;
}

const runsFrom = (items: readonly Item[], { holds, mayEnd }: Filling): Item[][] => {
  const runs: Item[][] = [];
  for (let start = 0; start < items.length; ) {
    let load: Load = { files: 0, tokens: 0 };
    let [end, stop, least] = [start, 0, Number.POSITIVE_INFINITY];
    for (; end < items.length; end++) {
      const next = { files: load.files + items[end].files.length, tokens: load.tokens + items[end].tokens };
      if (end > start && !holds(next)) break;
      load = next;
      const hash = mayEnd(load) ? hashOf(items[end].path) : Number.POSITIVE_INFINITY;
      if (hash < least) [stop, least] = [end + 1, hash];
    }
    if (stop === 0 || end === items.length) stop = end;
    runs.push(items.slice(start, stop));
    start = stop;
  }
  return runs;
};
