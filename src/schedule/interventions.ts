import { failureLimit } from './failure-limit.js';
import type { Verdict } from './gate.js';
import { delayRollUp } from './roll-up.js';
import type { EarlyEnd, State } from './state.js';
import { drop, dropLeaf, finish } from './tries.js';
import { backingOff, over, waiting } from './units.js';

/** Ends a run before its time: nothing more starts but rollups after a stop; what runs may end or is asked to. */
export const endEarly = (state: State, end: EarlyEnd): void => {
  const { units, work, early, commands } = state;
  if (early?.how === 'cancel') return;
  if (early?.how === end.how) {
    // A deadline ends what a stop has let run.
    if (!end.endsLeaves || early.endsLeaves) return;
    state.early = { ...early, endsLeaves: true };
    endRunning(state);
    return abandonReady(state);
  }
  state.early = end;
  // Whoever ends a paused run wants it to end.
  state.isPaused = false;
  commands.push({ type: end.how === 'stop' ? 'stopping' : 'cancelling', why: end.why });
  // Leaves that wait for others come first: it is this end that they never start because of, not what it does to those.
  for (let unit = 0; unit < work.leaves.length * units.breadth; unit++) {
    if (units.state[unit] === waiting) abandon(state, unit);
  }
  abandonReady(state);
  if (end.endsLeaves) endRunning(state);
  for (let unit = 0; unit < units.count; unit++) {
    if (units.state[unit] !== backingOff) continue;
    commands.push({ type: 'forget-wait', ...units.nameOf(unit) });
    abandon(state, unit);
  }
};

/** It is not started any more. */
const abandon = (state: State, unit: number): void => {
  const { units } = state;
  if (units.state[unit] !== over) finish(state, unit, units.lastFailure.get(unit) ?? 'dropped');
};

/** Rollups of what is done run after a stop. */
const abandonReady = (state: State): void => {
  const { units, tree, queue, early } = state;
  for (const unit of queue.drain()) {
    if (early?.how === 'stop' && tree.isBranch(units.nodeOf(unit))) queue.add(unit);
    else abandon(state, unit);
  }
};

const endRunning = (state: State): void => {
  const { units, tree, early } = state;
  for (let unit = 0; unit < units.count; unit++) {
    const isMeant = early?.how === 'cancel' || !tree.isBranch(units.nodeOf(unit));
    if (units.holdsSlot(unit) && isMeant) drop(state, unit);
  }
};

/** Ends the run where that is due after so many failures. */
export const heedFailures = (state: State): void => {
  const { onFailure } = state.settings;
  const { most, then } = failureLimit(onFailure, state.work.leaves.length);
  const { failures } = state.tree;
  if (failures < most || state.early) return;
  const why = most === 1 ? 'a failure' : `${failures} failures`;
  const rule = `onFailure is ${JSON.stringify(onFailure)}`;
  const said = `${rule}, and there ${most === 1 ? 'was' : 'were'} ${why}`;
  endEarly(state, { how: then, by: 'failures', why: said, endsLeaves: then === 'cancel' });
};

/** Tells what is used up of the budgets, and ends the run where nothing is left. */
export const heedBudget = (state: State): void => {
  const { gate, now, begunAt, commands, tree } = state;
  if (!gate.budget || begunAt === undefined || tree.unsettled === 0) return;
  for (const reached of gate.budget.reached({ now, begunAt })) commands.push({ type: 'budget', ...reached });
  // Asked each time: that it is used up may have been told before, of a leaf that did not fit.
  const spent = gate.budget.usedUp({ now, begunAt });
  if (!spent) return;
  const { of, limit } = spent;
  endEarly(state, { how: 'stop', by: 'budget', why: usedUp(of, limit), endsLeaves: of === 'time' });
};

const usedUp = (of: 'tokens' | 'usd' | 'time', limit: number): string => {
  if (of === 'time') return `the time of the run is over (${limit / 1000} s)`;
  return of === 'tokens' ? `the budget of ${limit} tokens is spent` : `the budget of ${limit} USD is spent`;
};

/** A leaf does not fit what is left of a budget, and nothing that runs could leave more of it. */
export const leaveForBudget = (state: State, leaf: number, verdict: Extract<Verdict, { kind: 'leave' }>): void => {
  const { of, needed, left } = verdict;
  const unit = of === 'tokens' ? 'tokens' : 'USD';
  state.misfits.set(
    leaf,
    `the next attempt is expected to spend ${round(needed)} ${unit}, and ${round(left)} are left of the budget`,
  );
  const { budget } = state.gate;
  if (budget?.tell('hard', of)) state.commands.push({ type: 'budget', level: 'hard', of, ...budget.stand(of) });
  dropLeaf(state, leaf);
  // One whose last attempt had failed is a failure now.
  heedFailures(state);
};

const round = (amount: number): number => Number(amount.toPrecision(4));

/** Ends one leaf. One that has its value already keeps it. */
export const cancelLeaf = (state: State, leaf: number, why: string): void => {
  const { tree, units } = state;
  if (tree.isBranch(leaf) || tree.hasSettled(leaf)) return;
  const hasValue = units.some(leaf, (unit) => units.results[unit] === 'accepted');
  if (!hasValue) state.cancelled.set(leaf, why);
  dropLeaf(state, leaf);
};

/** Runs a leaf again that has settled without success. */
export const retryLeaf = (state: State, leaf: number): void => {
  const { tree, units, early, commands } = state;
  const outcome = tree.outcomes[leaf];
  if (early || tree.isBranch(leaf) || outcome === undefined || outcome === 'succeeded') return;
  const opened = tree.reopen(leaf, {
    delayed: (branch) => delayRollUp(state, branch),
    // Whoever cancelled a leaf meant that one.
    isMeant: (node) => !state.cancelled.has(node),
  });
  for (const node of opened) {
    state.cancelled.delete(node);
    state.misfits.delete(node);
    state.budgetStops.delete(node);
    units.reset(node, state.isSampled(node));
    commands.push({ type: 'reopen', node });
    if (!tree.isBranch(node) && tree.pending[node] === 0) state.enqueueNode(node);
  }
};
