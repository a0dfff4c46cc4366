import type { RunStatus } from '../domain/outcome.js';
import { onEnd, onSelected } from './ends.js';
import { cancelLeaf, endEarly, heedBudget, heedFailures, leaveForBudget, retryLeaf } from './interventions.js';
import type { Command, Input } from './protocol.js';
import { leaveOut, recall } from './recall.js';
import { onChildrenSettled } from './roll-up.js';
import { State } from './state.js';
import type { Settling } from './tree.js';
import { beginLeaf } from './tries.js';
import { backingOff, over, running } from './units.js';
import type { ScheduleSettings, Work } from './work.js';

/**
 * Decides what a run does next: `decide` turns what happened into what is to be done. It reads no clock, does no I/O and
 * draws its randomness from the seed, so the same inputs always give the same commands, and any interleaving can be
 * simulated.
 *
 * A unit (a try of a leaf, or a branch) is `waiting` (for children or dependencies) → `ready` → `running` → `over`; from
 * `running` back to `ready` when it was lost or turned away or has a further round, and by way of `backing-off` when it
 * is tried again. A node settles when its units are over.
 */
export class Scheduler {
  readonly #state: State;
  #isFinished = false;
  /** When it will be woken. */
  #wake: number | undefined;
  /** When it has to be, as far as this decision knows. */
  #wanted: number | undefined;

  constructor(work: Work, settings: ScheduleSettings) {
    const state: State = new State(work, settings, {
      settled: (settling) => this.#record(settling),
      freed: (leaf) => beginLeaf(state, leaf),
      childrenSettled: (branch) => onChildrenSettled(state, branch),
    });
    this.#state = state;
  }

  /** How many slots are held. */
  get running(): number {
    return this.#state.running;
  }

  /** `now`: in milliseconds on any clock that does not go back. */
  decide(input: Input, now: number): readonly Command[] {
    const state = this.#state;
    state.commands = [];
    state.now = now;
    if (this.#isFinished) return state.commands;
    if (input.type === 'woken' || (this.#wake ?? now) <= now) this.#wake = undefined;
    this.#take(input);
    // What is known from before comes in several pieces; nothing starts amid them.
    if (input.type === 'recall' || input.type === 'leave-out') return state.commands;
    heedFailures(state);
    heedBudget(state);
    this.#wanted = this.#nextDeadline();
    this.#fill();
    if (state.tree.unsettled === 0) this.#finish();
    else this.#askToBeWoken();
    return state.commands;
  }

  #take(input: Input): void {
    const state = this.#state;
    switch (input.type) {
      case 'recall':
        return recall(state, input.recalled);
      case 'leave-out':
        return leaveOut(state, input.nodes, input.why);
      case 'begin':
        return this.#begin();
      case 'ended':
        return onEnd(state, state.units.unitOf(input), input.end);
      case 'retry-due': {
        const unit = state.units.unitOf(input);
        if (state.units.state[unit] === backingOff) state.enqueue(unit);
        return;
      }
      case 'spent':
        return state.gate.spend(state.units.unitOf(input), input.spending);
      case 'selected':
        return onSelected(state, input.node, input);
      case 'woken':
        return;
      case 'limit':
        state.maxParallel = input.maxParallel;
        return;
      case 'hold':
      case 'release':
        state.isHeld = input.type === 'hold';
        return;
      case 'pause':
        state.isPaused = state.early === undefined;
        return;
      case 'unpause':
        state.isPaused = false;
        return;
      case 'cancel-leaf':
        return cancelLeaf(state, input.node, input.why);
      case 'retry-leaf':
        return retryLeaf(state, input.node);
      case 'stop':
        return endEarly(state, { how: 'stop', by: 'user', why: input.why, endsLeaves: false });
      case 'cancel':
        return endEarly(state, { how: 'cancel', by: 'user', why: input.why, endsLeaves: true });
    }
  }

  #begin(): void {
    const { work, tree, now } = this.#state;
    this.#state.begunAt = now;
    // Those it was stopped or cancelled before have settled already.
    for (let leaf = 0; leaf < work.leaves.length; leaf++) {
      if (!tree.hasSettled(leaf) && tree.pending[leaf] === 0) beginLeaf(this.#state, leaf);
    }
  }

  /** Starts what may start. A branch that waits for its children holds no slot, so a deep tree cannot block itself. */
  #fill(): void {
    const state = this.#state;
    const { units, tree, queue, gate, work } = state;
    if (state.begunAt === undefined) return;
    while (!state.isPaused && !state.isHeld && state.running < state.cap) {
      const unit = queue.next();
      if (unit === undefined) return;
      const node = units.nodeOf(unit);
      const isRollUp = tree.isBranch(node);
      const applicant = { unit, tokens: isRollUp ? 0 : work.leaves[node].cost, isRollUp };
      const verdict = gate.judge(applicant, state.now);
      if (verdict.kind === 'leave') leaveForBudget(state, node, verdict);
      else if (verdict.kind === 'start') {
        queue.take(unit);
        gate.enter(applicant, state.now);
        this.#start(unit);
      } else {
        if (verdict.kind === 'at') this.#wanted = Math.min(this.#wanted ?? verdict.at, verdict.at);
        return;
      }
    }
  }

  #start(unit: number): void {
    const { units, commands } = this.#state;
    units.state[unit] = running;
    units.asked[unit] = 0;
    this.#state.running++;
    const { node, try: number } = units.nameOf(unit);
    const [round, attempt, alone] = [units.round[unit], units.attempts[unit] + 1, units.alone[unit] === 1];
    // Field by field, and below: spreading costs more than the decision.
    commands.push({ type: 'start', node, try: number, round, attempt, alone });
  }

  #record({ node, outcome, because, sample }: Settling): void {
    const { units, attempts, commands, budgetStops } = this.#state;
    if (outcome === 'budget-stopped') budgetStops.set(node, because?.kind === 'ended-early' ? because.why : '');
    for (let unit = units.firstOf(node); unit < units.endOf(node); unit++) units.state[unit] = over;
    commands.push({ type: 'settle', node, outcome, attempts: attempts[node], because, sample });
  }

  /** When the time of the run is over, or nearly so. */
  #nextDeadline(): number | undefined {
    const { gate, begunAt, now } = this.#state;
    if (begunAt === undefined) return undefined;
    return gate.budget?.nextTime({ now, begunAt });
  }

  #askToBeWoken(): void {
    const at = this.#wanted;
    if (at === undefined || (this.#wake !== undefined && this.#wake <= at)) return;
    this.#wake = at;
    this.#state.commands.push({ type: 'wake', at });
  }

  #finish(): void {
    this.#isFinished = true;
    const { tree, early, budgetStops, commands } = this.#state;
    const status = this.#status();
    const [misfit] = budgetStops.values();
    const end = early ?? (budgetStops.size > 0 ? { why: misfit, by: 'budget' as const } : undefined);
    // What nothing was kept from its end by did not end the run early.
    const { why, by } = tree.prevented > 0 && end ? end : {};
    commands.push({ type: 'finish', status, why, by });
  }

  #status(): RunStatus {
    const { tree, early } = this.#state;
    if (tree.outcomes.length === 0) return 'empty';
    if (tree.succeeded === tree.outcomes.length) return 'succeeded';
    if (tree.prevented === 0 || early?.by === 'failures') return 'failed';
    if (early) return early.how === 'cancel' ? 'cancelled' : 'stopped';
    return this.#state.budgetStops.size > 0 ? 'stopped' : 'failed';
  }
}
