import type { Running, RunState, Unsuccessful, Waiting } from './run-state.js';

/** What the list of a live view has a line for. The key tells tries of one leaf apart. */
export type Listed =
  | { readonly how: 'running'; readonly key: string; readonly one: Running }
  | { readonly how: 'waiting'; readonly key: string; readonly one: Waiting }
  | { readonly how: 'ended'; readonly key: string; readonly one: Unsuccessful };

/** What was chosen, also where it is not in the list any more: it may come back. */
export interface Chosen {
  readonly key: string;
  readonly id: string;
  readonly label: string;
}

type Part = Pick<RunState, 'running' | 'waiting' | 'unsuccessful'>;

/** What runs, the longest first; what waits for its next attempt; what did not succeed. */
function* listOf({ running, waiting, unsuccessful }: Part): Generator<Listed, void> {
  for (const [key, one] of running) yield { how: 'running', key, one };
  for (const [key, one] of waiting) yield { how: 'waiting', key, one };
  for (const [key, one] of unsuccessful) yield { how: 'ended', key, one };
}

export const lengthOf = ({ running, waiting, unsuccessful }: Part): number =>
  running.size + waiting.size + unsuccessful.size;

/** Where the chosen one is by now: it stays chosen when it waits, runs again or ends without success. */
export const findListed = ({ running, waiting, unsuccessful }: Part, { key, id }: Chosen): Listed | undefined => {
  const runs = running.get(key);
  if (runs) return { how: 'running', key, one: runs };
  const waits = waiting.get(key);
  if (waits) return { how: 'waiting', key, one: waits };
  const ended = unsuccessful.get(id);
  return ended && { how: 'ended', key: id, one: ended };
};

/** How many stand before it. Only those are looked at: a hand that goes down line by line does not get far. */
export const placeOf = (state: Part, chosen: Chosen | undefined): number | undefined => {
  const found = chosen && findListed(state, chosen);
  if (!found) return undefined;
  let place = 0;
  for (const { how, key } of listOf(state)) {
    if (how === found.how && key === found.key) break;
    place++;
  }
  return place;
};

/** So many of the list, from this place on. */
export const slice = (state: Part, from: number, count: number): Listed[] => {
  const found: Listed[] = [];
  let place = 0;
  for (const one of listOf(state)) {
    if (found.length >= count) break;
    if (place++ >= from) found.push(one);
  }
  return found;
};
