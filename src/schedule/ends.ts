import type { Sample } from '../domain/sample.js';
import { waitBeforeRetry } from './backoff.js';
import type { AttemptEnd, SelectEnd } from './protocol.js';
import { rollUpAnew } from './roll-up.js';
import type { State } from './state.js';
import { finish, isOutvoted } from './tries.js';
import { backingOff, over, running, selecting } from './units.js';

/** An attempt has ended. */
export const onEnd = (state: State, unit: number, end: AttemptEnd): void => {
  const { units, gate } = state;
  const node = units.nodeOf(unit);
  if (units.state[unit] !== running) throw new Error(`an attempt of node ${node} ended that was not running`);
  if (end.kind !== 'not-begun') units.begun[unit] = 1;
  if (end.kind === 'suspected') units.alone[unit] = 1;
  adjustPace(state, unit, end);
  state.freeSlot(unit);
  gate.leave(unit, state.now);
  if (units.isVoid[unit] === 1) return rollUpAnew(state, unit);
  // Somebody else's value was taken: what it came to does not matter any more.
  if (isOutvoted(state, unit)) {
    if (counts(end)) state.charge(unit);
    return finish(state, unit, 'dropped');
  }
  switch (end.kind) {
    case 'succeeded':
      state.charge(unit);
      return end.accepted === false ? onRejected(state, unit) : finish(state, unit, 'accepted');
    case 'failed':
    case 'timed-out':
      state.charge(unit);
      return onFailure(state, unit, end);
    case 'cancelled':
      state.charge(unit);
      return finish(state, unit, 'cancelled');
    default:
      if (mayRunAgain(state, unit)) return state.enqueue(unit);
      // It is not lost to a neighbour alone: nobody lets it run again.
      if (end.kind === 'displaced' || end.kind === 'suspected') state.charge(unit);
      return finish(state, unit, units.lastFailure.get(unit) ?? 'dropped');
  }
};

const counts = ({ kind }: AttemptEnd): boolean =>
  kind === 'succeeded' || kind === 'failed' || kind === 'timed-out' || kind === 'cancelled';

/** Who is turned away by a service slows everybody down; who is not lets the cap grow again. */
const adjustPace = (state: State, unit: number, end: AttemptEnd): void => {
  const { gate, running, maxParallel, now, commands } = state;
  const { throttle } = gate;
  if (end.kind === 'rate-limited') {
    const report = { now, waitMs: end.waitMs, startedIn: gate.startedIn(unit), running, maxParallel };
    const from = state.cap;
    const changed = throttle.report(report);
    if (changed)
      commands.push({ type: 'slow-down', isNew: changed.isNew, until: throttle.until, from, cap: state.cap });
  } else if (counts(end) && end.kind !== 'cancelled' && throttle.cleanEnd(maxParallel)) {
    commands.push({ type: 'speed-up', cap: state.cap });
  }
};

/** After a stop what runs may end, and what was lost or turned away has not. Rollups run in any case. */
const mayRunAgain = ({ units, tree, early, cancelled }: State, unit: number): boolean => {
  const node = units.nodeOf(unit);
  if (cancelled.has(node) || units.asked[unit] === 1) return false;
  if (!early) return true;
  return early.how === 'stop' && (tree.isBranch(node) || units.begun[unit] === 1);
};

/** Whether a further attempt of it may follow. One that was asked to end is not made again. */
const mayGoOn = (state: State, unit: number): boolean =>
  !state.isEnded(state.units.nodeOf(unit)) && state.units.asked[unit] === 0;

const onRejected = (state: State, unit: number): void => {
  const { units, settings } = state;
  units.hasSample[unit] = 1;
  if (units.round[unit] >= (settings.sampling?.depth ?? 1)) return finish(state, unit, 'rejected');
  if (!mayGoOn(state, unit)) return finish(state, unit, 'dropped');
  units.round[unit]++;
  units.attempts[unit] = 0;
  units.lastFailure.delete(unit);
  state.enqueue(unit);
};

const onFailure = (
  state: State,
  unit: number,
  { kind, retryable }: Extract<AttemptEnd, { kind: 'failed' | 'timed-out' }>,
): void => {
  const { units, settings, commands } = state;
  const attempt = units.attempts[unit];
  const made = attempt - units.forgiven[unit];
  if (!retryable || made > settings.retries || !mayGoOn(state, unit)) return finish(state, unit, kind);
  units.state[unit] = backingOff;
  units.lastFailure.set(unit, kind);
  const { backoffMs, seed } = settings;
  const ms = waitBeforeRetry({ backoffMs, seed, node: unit, attempt: made });
  commands.push({ type: 'wait', ...units.nameOf(unit), attempt, ms });
};

/** One of the samples of a leaf was chosen, or none. */
export const onSelected = (state: State, node: number, { how, sample }: Selected): void => {
  const { units, tree } = state;
  for (let unit = units.firstOf(node); unit < units.endOf(node); unit++) {
    if (units.state[unit] !== selecting) continue;
    units.state[unit] = over;
    state.freeSlot(unit);
    if (how === 'chosen' && sample) return tree.settle({ node, outcome: 'succeeded', because: undefined, sample });
    if (how === 'cancelled') {
      const because = state.isEnded(node) ? state.whyEnded(node) : ({ kind: 'attempt' } as const);
      return tree.settle({ node, outcome: state.unfinished(node), because });
    }
    const because = { kind: how === 'failed' ? 'attempt' : 'not-accepted' } as const;
    return tree.settle({ node, outcome: 'failed', because });
  }
};

interface Selected {
  readonly how: SelectEnd;
  readonly sample: Sample | undefined;
}
