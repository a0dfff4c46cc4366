import type { State } from './state.js';
import type { Settling } from './tree.js';
import { backingOff, over, type Result, selecting, type Units, waiting } from './units.js';

/** A unit is over; what follows for its node. */
export const finish = (state: State, unit: number, result: Result): void => {
  state.units.finish(unit, result);
  const node = state.units.nodeOf(unit);
  if (result === 'accepted') dropOutvoted(state, node);
  consider(state, node, unit);
};

/** Ends a unit that is not needed any more. One that runs is asked to. */
export const drop = (state: State, unit: number): void => {
  const { units, commands } = state;
  if (units.holdsSlot(unit)) {
    if (units.asked[unit] === 1) return;
    units.asked[unit] = 1;
    commands.push({ type: 'end', ...units.nameOf(unit) });
    return;
  }
  if (units.state[unit] === over) return;
  if (units.state[unit] === backingOff) commands.push({ type: 'forget-wait', ...units.nameOf(unit) });
  units.finish(unit, units.lastFailure.get(unit) ?? 'dropped');
};

/** Ends all of a leaf, and settles it where nothing of it runs. */
export const dropLeaf = (state: State, leaf: number): void => {
  const { units } = state;
  for (let unit = units.firstOf(leaf); unit < units.endOf(leaf); unit++) drop(state, unit);
  consider(state, leaf, units.firstOf(leaf));
};

/** Whether another try of its leaf was accepted that it cannot win against. */
export const isOutvoted = ({ units, settings, tree }: State, unit: number): boolean => {
  const { sampling } = settings;
  const node = units.nodeOf(unit);
  if (!sampling || tree.isBranch(node)) return false;
  const wins = (other: number): boolean => sampling.pick === 'first' || other < unit;
  return units.some(node, (other) => other !== unit && units.results[other] === 'accepted' && wins(other));
};

const dropOutvoted = (state: State, leaf: number): void => {
  const { units } = state;
  for (let unit = units.firstOf(leaf); unit < units.endOf(leaf); unit++) {
    if (isOutvoted(state, unit)) drop(state, unit);
  }
};

/** Settles a node where its units say how. `last`: the one that came to its end just now. */
const consider = (state: State, node: number, last: number): void => {
  const { units, tree, settings } = state;
  if (tree.hasSettled(node) || units.some(node, (unit) => units.holdsSlot(unit))) return;
  const winner = winnerOf(units, node);
  if (winner !== undefined) {
    const sample = tree.isBranch(node) ? {} : { sample: units.sampleOf(winner) };
    return tree.settle({ node, outcome: 'succeeded', because: undefined, ...sample });
  }
  if (units.some(node, (unit) => units.state[unit] !== over)) return;
  const has = (...results: readonly Result[]): boolean =>
    units.some(node, (unit) => results.includes(units.results[unit] as Result));
  if (has('cancelled', 'dropped')) return tree.settle(interrupted(state, node));
  // After an early end nobody chooses: where every try has failed in the end, that is what it came to.
  const isFailed = state.isEnded(node) && settings.sampling?.selects && !has('rejected');
  const hasSample = units.some(node, (unit) => units.hasSample[unit] === 1);
  if (hasSample && !isFailed) return concludeSamples(state, node, last);
  tree.settle({ node, outcome: has('failed') ? 'failed' : 'timed-out', because: { kind: 'attempt' } });
};

/** The lowest try that was accepted, once none below it can be any more. */
const winnerOf = (units: Units, node: number): number | undefined => {
  for (let unit = units.firstOf(node); unit < units.endOf(node); unit++) {
    if (units.results[unit] === 'accepted') return unit;
    if (units.state[unit] !== over) return undefined;
  }
  return undefined;
};

/** What the one attempt of a leaf says stands; several tries have not one thing to say. */
const interrupted = (state: State, node: number): Settling => {
  const outcome = state.unfinished(node);
  const isSaid = !state.isSampled(node) && state.units.results[state.units.firstOf(node)] === 'cancelled';
  if (outcome === 'cancelled' && isSaid && !state.cancelled.has(node)) {
    return { node, outcome, because: { kind: 'attempt' } };
  }
  return { node, outcome, because: state.whyEnded(node) };
};

/** All tries are over by themselves, some with values, and none was accepted. */
const concludeSamples = (state: State, node: number, last: number): void => {
  const { units, settings, tree, commands } = state;
  if (!settings.sampling?.selects) {
    return tree.settle({ node, outcome: 'failed', because: { kind: 'not-accepted' } });
  }
  if (state.isEnded(node)) return tree.settle(interrupted(state, node));
  units.state[last] = selecting;
  units.asked[last] = 0;
  state.holdSlot(last);
  commands.push({ type: 'select', ...units.nameOf(last) });
};

/** Lets a leaf run of which nothing holds up the start any more; some of its tries may be known from before. */
export const beginLeaf = (state: State, leaf: number): void => {
  const { units } = state;
  const last = units.endOf(leaf) - 1;
  dropOutvoted(state, leaf);
  const isOpen = units.some(leaf, (unit) => units.state[unit] !== over || units.results[unit] === 'accepted');
  // Nobody chose among them before the end: without a slot nobody may now, so its last round runs again.
  if (!isOpen) units.state[last] = waiting;
  state.enqueueNode(leaf);
  if (state.isSampled(leaf)) consider(state, leaf, last);
};
