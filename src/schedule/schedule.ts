import type { Outcome, RunStatus } from '../domain/outcome.js';
import { waitBeforeRetry } from './backoff.js';
import { type FailureLimit, failureLimit } from './failure-limit.js';
import type { AttemptEnd, Because, Command, Input, Recalled } from './protocol.js';
import { ranksOf } from './ranks.js';
import { Ready } from './ready.js';
import type { ScheduleSettings, Work } from './work.js';

/**
 * A node is `waiting` (for children or dependencies) → `ready` → `running` → `settled`; from `running` back to `ready`
 * when it was displaced, or by way of `backing-off` when it is tried again.
 */
const waiting = 0;
const ready = 1;
const running = 2;
const backingOff = 3;
const settled = 4;

type EarlyEnd = { readonly how: 'stop' | 'cancel'; readonly by: 'user' | 'failures'; readonly why: string };

/**
 * Decides what a run does next: `decide` turns what happened into what is to be done. It has no clock, does no I/O and
 * draws its randomness from the seed, so the same inputs always give the same commands, and any interleaving can be
 * simulated. Its state is changed in place because a copy for each of 100,000 leaves would cost more than the leaves.
 */
export class Scheduler {
  readonly #work: Work;
  readonly #settings: ScheduleSettings;
  readonly #failureLimit: FailureLimit;
  readonly #ready: Ready;
  readonly #state: Uint8Array;
  /** Attempts that count. */
  readonly #attempts: Uint32Array;
  /** Attempts that were made before and do not count against the retries. */
  readonly #forgiven: Uint32Array;
  /** Whether the task's code was ever reached. */
  readonly #begun: Uint8Array;
  /** Whether it must run alone from now on. */
  readonly #alone: Uint8Array;
  readonly #hasValue: Uint8Array;
  /** Whether it did not come to its end because the run was ended early. */
  readonly #wasPrevented: Uint8Array;
  /** How its last attempt failed, for one that is not tried again after all. */
  readonly #lastFailure = new Map<number, 'failed' | 'timed-out'>();
  readonly #parent: Int32Array;
  /** Children or dependencies that have not settled. */
  readonly #pending: Uint32Array;
  readonly #dependents: readonly (readonly number[])[];
  #maxParallel: number;
  #running = 0;
  #unsettled: number;
  #succeeded = 0;
  #failures = 0;
  /** Nodes that did not come to their end because the run was ended early. */
  #prevented = 0;
  #isPaused = false;
  #isHeld = false;
  #early: EarlyEnd | undefined;
  #isFinished = false;
  #commands: Command[] = [];

  constructor(work: Work, settings: ScheduleSettings) {
    const { leaves, branches } = work;
    const count = leaves.length + branches.length;
    this.#work = work;
    this.#settings = settings;
    this.#maxParallel = settings.maxParallel;
    this.#failureLimit = failureLimit(settings.onFailure, leaves.length);
    const noNames: readonly string[] = [];
    this.#ready = new Ready(
      ranksOf(work, settings.order),
      (node) => (node < leaves.length ? leaves[node].limits : noNames),
      settings.limits,
    );
    this.#state = new Uint8Array(count);
    this.#attempts = new Uint32Array(count);
    this.#forgiven = new Uint32Array(count);
    this.#begun = new Uint8Array(count);
    this.#alone = new Uint8Array(count);
    this.#hasValue = new Uint8Array(count);
    this.#wasPrevented = new Uint8Array(count);
    this.#pending = new Uint32Array(count);
    this.#parent = new Int32Array(count).fill(-1);
    this.#unsettled = count;
    branches.forEach(({ children }, i) => {
      this.#pending[leaves.length + i] = children.length;
      for (const child of children) this.#parent[child] = leaves.length + i;
    });
    this.#dependents = settings.order === 'dependencies' ? this.#waitForDependencies() : [];
  }

  /** How many attempts hold a slot. */
  get running(): number {
    return this.#running;
  }

  decide(input: Input): readonly Command[] {
    this.#commands = [];
    this.#take(input);
    // What is known from before comes in several pieces; nothing starts amid them.
    if (input.type === 'recall' || input.type === 'leave-out') return this.#commands;
    this.#fill();
    if (this.#unsettled === 0 && !this.#isFinished) {
      this.#isFinished = true;
      this.#commands.push({
        type: 'finish',
        status: this.#status(),
        why: this.#prevented > 0 ? this.#early?.why : undefined,
      });
    }
    return this.#commands;
  }

  #take(input: Input): void {
    switch (input.type) {
      case 'recall':
        return this.#recall(input.recalled);
      case 'leave-out':
        return this.#leaveOut(input.nodes, input.why);
      case 'begin':
        // Those it was stopped or cancelled before have settled already.
        for (let leaf = 0; leaf < this.#work.leaves.length; leaf++)
          if (this.#state[leaf] === waiting && this.#pending[leaf] === 0) this.#makeReady(leaf);
        return;
      case 'ended':
        return this.#onEnd(input.node, input.end);
      case 'retry-due':
        if (this.#state[input.node] === backingOff) this.#makeReady(input.node);
        return;
      case 'limit':
        this.#maxParallel = input.maxParallel;
        return;
      case 'hold':
      case 'release':
        this.#isHeld = input.type === 'hold';
        return;
      case 'pause':
        this.#isPaused = this.#early === undefined;
        return;
      case 'unpause':
        this.#isPaused = false;
        return;
      case 'stop':
        return this.#endEarly({ how: 'stop', by: 'user', why: input.why });
      case 'cancel':
        return this.#endEarly({ how: 'cancel', by: 'user', why: input.why });
    }
  }

  /** Takes in what is known from before, through the same ways as what happens now. Children come before branches. */
  #recall(recalled: readonly Recalled[]): void {
    const done = new Uint8Array(this.#state.length);
    for (const { node, attempts, isDone, forgiven } of recalled) {
      this.#attempts[node] = attempts;
      this.#begun[node] = attempts > 0 ? 1 : 0;
      this.#forgiven[node] = forgiven;
      if (isDone) done[node] = 1;
    }
    for (let leaf = 0; leaf < this.#work.leaves.length; leaf++)
      if (done[leaf]) this.#settle(leaf, 'succeeded', undefined);
    // A branch stands before those below it. Those that came to be ready by their children are done all the same.
    for (let node = this.#state.length - 1; node >= this.#work.leaves.length; node--) {
      if (done[node]) this.#settle(node, 'succeeded', undefined);
    }
    for (const node of this.#ready.drain()) if (this.#state[node] === ready) this.#ready.add(node);
  }

  #leaveOut(nodes: readonly number[], why: string): void {
    for (const node of nodes) {
      const outcome = this.#begun[node] ? 'cancelled' : 'never-started';
      if (this.#state[node] !== settled) this.#settle(node, outcome, { kind: 'ended-early', why });
    }
  }

  /** Starts what may start. A branch that waits for its children holds no slot, so a deep tree cannot block itself. */
  #fill(): void {
    while (!this.#isPaused && !this.#isHeld && this.#running < this.#maxParallel) {
      const node = this.#ready.take();
      if (node === undefined) return;
      this.#state[node] = running;
      this.#running++;
      const attempt = this.#attempts[node] + 1;
      this.#commands.push({ type: 'start', node, attempt, alone: this.#alone[node] === 1 });
    }
  }

  #onEnd(node: number, end: AttemptEnd): void {
    if (this.#state[node] !== running) throw new Error(`an attempt of node ${node} ended that was not running`);
    this.#running--;
    this.#ready.release(node);
    if (end.kind !== 'not-begun') this.#begun[node] = 1;
    switch (end.kind) {
      case 'succeeded':
        this.#attempts[node]++;
        return this.#settle(node, 'succeeded', undefined);
      case 'failed':
      case 'timed-out':
        this.#attempts[node]++;
        return this.#onFailure(node, end);
      case 'cancelled':
        this.#attempts[node]++;
        return this.#settle(node, 'cancelled', { kind: 'attempt' });
      case 'suspected':
      case 'displaced':
      case 'not-begun':
        if (end.kind === 'suspected') this.#alone[node] = 1;
        if (this.#mayRunAgain(node)) return this.#makeReady(node);
        // It is not lost to a neighbour alone: nobody lets it run again.
        if (end.kind !== 'not-begun') this.#attempts[node]++;
        return this.#abandon(node);
    }
  }

  /** After a stop what runs may end, and a leaf whose thread was lost to another has not. Rollups run in any case. */
  #mayRunAgain(node: number): boolean {
    if (!this.#early) return true;
    return this.#early.how === 'stop' && (this.#isBranch(node) || this.#begun[node] === 1);
  }

  #onFailure(node: number, { kind, retryable }: Extract<AttemptEnd, { kind: 'failed' | 'timed-out' }>): void {
    const attempt = this.#attempts[node];
    if (!retryable || attempt - this.#forgiven[node] > this.#settings.retries || this.#early) {
      return this.#settle(node, kind, { kind: 'attempt' });
    }
    const { backoffMs, seed } = this.#settings;
    this.#state[node] = backingOff;
    this.#lastFailure.set(node, kind);
    const ms = waitBeforeRetry({ backoffMs, seed, node, attempt: attempt - this.#forgiven[node] });
    this.#commands.push({ type: 'wait', node, attempt, ms });
  }

  /** Settles a node and all that follows from it without anything having to run. */
  #settle(node: number, outcome: Outcome, because: Because | undefined): void {
    const queue: [number, Outcome, Because | undefined][] = [[node, outcome, because]];
    // A queue and not recursion: a chain of 100,000 leaves that are all skipped would exhaust the stack.
    for (let at = 0; at < queue.length; at++) {
      const [one, how, why] = queue[at];
      if (this.#state[one] === settled) continue;
      this.#record(one, how, why);
      const parent = this.#parent[one];
      if (parent >= 0 && --this.#pending[parent] === 0) {
        const end = this.#onChildrenSettled(parent);
        if (end) queue.push(end);
      }
      for (const dependent of this.#dependents[one] ?? []) {
        if (this.#state[dependent] === settled) continue;
        if (how === 'succeeded') {
          if (--this.#pending[dependent] === 0) this.#makeReady(dependent);
        } else queue.push([dependent, ...this.#withoutDependency(one, how, why)]);
      }
    }
    const { most, then } = this.#failureLimit;
    if (this.#failures >= most && !this.#early) {
      const why = most === 1 ? 'a failure' : `${this.#failures} failures`;
      const rule = `onFailure is ${JSON.stringify(this.#settings.onFailure)}`;
      this.#endEarly({ how: then, by: 'failures', why: `${rule}, and there ${most === 1 ? 'was' : 'were'} ${why}` });
    }
  }

  #record(node: number, outcome: Outcome, because: Because | undefined): void {
    this.#state[node] = settled;
    this.#unsettled--;
    this.#lastFailure.delete(node);
    if (outcome === 'succeeded') {
      this.#succeeded++;
      this.#hasValue[node] = 1;
    } else if (outcome === 'failed' || outcome === 'timed-out') this.#failures++;
    else if (outcome !== 'skipped') {
      this.#prevented++;
      this.#wasPrevented[node] = 1;
    }
    this.#commands.push({ type: 'settle', node, outcome, attempts: this.#attempts[node], because });
  }

  #withoutDependency(node: number, outcome: Outcome, because: Because | undefined): [Outcome, Because | undefined] {
    if (outcome === 'never-started') return [outcome, because];
    // Whoever looks for the reason wants the leaf that failed, not the last of those skipped because of it.
    const blamed = because?.kind === 'dependency' ? because.node : node;
    return ['skipped', { kind: 'dependency', node: blamed }];
  }

  /** Lets a rollup start, or says how the branch ends without one. */
  #onChildrenSettled(branch: number): [number, Outcome, Because] | undefined {
    const { children } = this.#work.branches[branch - this.#work.leaves.length];
    const hasValue = children.some((child) => this.#hasValue[child] === 1);
    if (hasValue && this.#early?.how !== 'cancel') {
      this.#makeReady(branch);
      return undefined;
    }
    // Where all children failed by themselves, the early end is not why there is nothing to roll up.
    if (this.#early && (hasValue || children.some((child) => this.#wasPrevented[child] === 1))) {
      return [branch, 'never-started', { kind: 'ended-early', why: this.#early.why }];
    }
    return [branch, 'skipped', { kind: 'no-values', node: children[0] }];
  }

  #endEarly(end: EarlyEnd): void {
    if (this.#isFinished || this.#early?.how === 'cancel' || this.#early?.how === end.how) return;
    this.#early = end;
    // Whoever ends a paused run wants it to end.
    this.#isPaused = false;
    this.#commands.push({ type: end.how === 'stop' ? 'stopping' : 'cancelling', why: end.why });
    // Leaves that wait for others come first: it is this end that they never start because of, not what it does to those.
    for (let leaf = 0; leaf < this.#work.leaves.length; leaf++) {
      if (this.#state[leaf] === waiting) this.#abandon(leaf);
    }
    const rollups: number[] = [];
    for (const node of this.#ready.drain()) {
      if (end.how === 'stop' && this.#isBranch(node)) rollups.push(node);
      else this.#abandon(node);
    }
    for (const node of rollups) this.#ready.add(node);
    const count = this.#state.length;
    for (let node = 0; node < count; node++) {
      if (this.#state[node] === running && end.how === 'cancel') this.#commands.push({ type: 'end', node });
      if (this.#state[node] === backingOff) {
        this.#commands.push({ type: 'forget-wait', node });
        this.#abandon(node);
      }
    }
  }

  /** Settles a node that will not be started any more, as what it truly is. */
  #abandon(node: number): void {
    const failed = this.#lastFailure.get(node);
    if (failed) return this.#settle(node, failed, { kind: 'attempt' });
    const because: Because = { kind: 'ended-early', why: this.#early?.why ?? '' };
    this.#settle(node, this.#begun[node] ? 'cancelled' : 'never-started', because);
  }

  #makeReady(node: number): void {
    this.#state[node] = ready;
    this.#ready.add(node);
  }

  #isBranch(node: number): boolean {
    return node >= this.#work.leaves.length;
  }

  #waitForDependencies(): number[][] {
    const dependents: number[][] = this.#work.leaves.map(() => []);
    this.#work.leaves.forEach(({ dependsOn }, leaf) => {
      this.#pending[leaf] = dependsOn.length;
      for (const on of dependsOn) dependents[on].push(leaf);
    });
    return dependents;
  }

  #status(): RunStatus {
    if (this.#state.length === 0) return 'empty';
    if (this.#succeeded === this.#state.length) return 'succeeded';
    if (this.#early?.by !== 'user' || this.#prevented === 0) return 'failed';
    return this.#early.how === 'cancel' ? 'cancelled' : 'stopped';
  }
}
