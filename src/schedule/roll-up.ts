import type { State } from './state.js';
import { type Settling, wasPrevented } from './tree.js';
import { backingOff, ready, running, waiting } from './units.js';

/** All children of a branch have settled: lets its rollup start, or says how it ends without one. */
export const onChildrenSettled = (state: State, branch: number): Settling | undefined => {
  const { units, tree, early } = state;
  const unit = units.firstOf(branch);
  // One that rolls up what has changed since comes back here when it has ended.
  if (units.state[unit] === running) return undefined;
  const outcomes = tree.childrenOf(branch).map((child) => tree.outcomes[child]);
  const hasValue = outcomes.includes('succeeded');
  if (hasValue && early?.how !== 'cancel') {
    state.enqueue(unit);
    return undefined;
  }
  // Where all children failed by themselves, the early end is not why there is nothing to roll up.
  const isKept = hasValue || outcomes.some(wasPrevented);
  if (early && isKept) return { node: branch, outcome: state.unfinished(branch), because: state.whyEnded(branch) };
  if (outcomes.includes('budget-stopped')) {
    const child = tree.childrenOf(branch)[outcomes.indexOf('budget-stopped')];
    const why = state.budgetStops.get(child) ?? '';
    return { node: branch, outcome: 'budget-stopped', because: { kind: 'ended-early', why } };
  }
  return {
    node: branch,
    outcome: 'skipped',
    because: { kind: 'no-values', node: tree.childrenOf(branch)[0] },
  };
};

/** A leaf below a branch runs again, so what the branch is doing is of no use. */
export const delayRollUp = (state: State, branch: number): void => {
  const { units, commands } = state;
  const unit = units.firstOf(branch);
  units.lastFailure.delete(unit);
  if (units.state[unit] === running) {
    units.isVoid[unit] = 1;
    return;
  }
  if (units.state[unit] === backingOff) commands.push({ type: 'forget-wait', ...units.nameOf(unit) });
  if (units.state[unit] === backingOff || units.state[unit] === ready) units.state[unit] = waiting;
};

/** A rollup has ended that lacks what has changed since. */
export const rollUpAnew = (state: State, unit: number): void => {
  const { units, tree } = state;
  const branch = units.nodeOf(unit);
  units.isVoid[unit] = 0;
  units.state[unit] = waiting;
  if (tree.pending[branch] > 0) return;
  const settling = onChildrenSettled(state, branch);
  if (settling) tree.settle(settling);
};
