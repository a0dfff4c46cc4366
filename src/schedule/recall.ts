import type { Recalled, RecalledTry } from './protocol.js';
import type { State } from './state.js';

/** Takes in what is known from before, through the same ways as what happens now. Children come before branches. */
export const recall = (state: State, recalled: readonly Recalled[]): void => {
  const { units, work, attempts: made } = state;
  const done = new Uint8Array(made.length);
  for (const { node, attempts, isDone, forgiven, tries = [] } of recalled) {
    const first = units.firstOf(node);
    made[node] = attempts;
    units.begun[first] = attempts > 0 ? 1 : 0;
    if (isDone) done[node] = 1;
    if (state.isSampled(node)) for (const one of tries) recallTry(state, node, one);
    else {
      units.attempts[first] = attempts;
      units.forgiven[first] = forgiven;
    }
  }
  const succeed = (node: number): void => {
    if (done[node]) state.tree.settle({ node, outcome: 'succeeded', because: undefined });
  };
  for (let leaf = 0; leaf < work.leaves.length; leaf++) succeed(leaf);
  // A branch stands before those below it. Those that came to be ready by their children are done all the same.
  for (let node = done.length - 1; node >= work.leaves.length; node--) succeed(node);
};

const recallTry = (
  { units, settings }: State,
  node: number,
  { try: number, rounds, isAccepted }: RecalledTry,
): void => {
  const depth = settings.sampling?.depth ?? 1;
  const unit = units.unitOf({ node, try: number });
  if (rounds === 0) return;
  units.begun[unit] = 1;
  units.hasSample[unit] = 1;
  units.round[unit] = isAccepted ? rounds : Math.min(depth, rounds + 1);
  if (isAccepted) units.finish(unit, 'accepted');
  else if (rounds >= depth) units.finish(unit, 'rejected');
};

/** These are left as they are, and not run. */
export const leaveOut = (state: State, nodes: readonly number[], why: string): void => {
  for (const node of nodes) {
    if (state.tree.hasSettled(node)) continue;
    state.tree.settle({ node, outcome: state.unfinished(node), because: { kind: 'ended-early', why } });
  }
};
