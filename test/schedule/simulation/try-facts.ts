/** How a try was over. `dropped`: from outside, or because another one decided the leaf. */
export type Fate = 'accepted' | 'rejected' | 'failed' | 'timed-out' | 'cancelled' | 'dropped';

/** `to-wait`: its attempt is worth another, and the command to wait for it is due. `held`: its slot, by a choice. */
export type TryState = 'idle' | 'running' | 'to-wait' | 'backing-off' | 'held' | 'over';

/** What is known of one try at a node. A node that is not sampled has one. */
export class TryFacts {
  state: TryState = 'idle';
  fate: Fate | undefined;
  round = 1;
  /** Attempts of this round that failed. */
  failures = 0;
  lastFailure: 'failed' | 'timed-out' | undefined;
  hasBegun = false;
  isSuspect = false;
  isAsked = false;
  /** Whether it ran when the run was stopped and was lost since: it may still come to its end. */
  mayFinish = false;
  /** How many starts there had been in the run with its last one. */
  order = 0;
  /** What its present or last attempt said it spent. */
  spent = { tokens: 0, usd: 0 };

  /** `before`: what it was when its leaf was last open. A suspect remains one. */
  constructor(
    readonly node: number,
    readonly number: number,
    before?: TryFacts,
  ) {
    this.hasBegun = before?.hasBegun ?? false;
    this.isSuspect = before?.isSuspect ?? false;
  }

  get holdsSlot(): boolean {
    return this.state === 'running' || this.state === 'held';
  }

  /** It is not started any more. */
  drop(): void {
    this.over(this.lastFailure ?? 'dropped');
  }

  over(fate: Fate): void {
    this.state = 'over';
    this.fate = fate;
  }

  /** A rollup waits for its children again. That it failed was about other values. */
  waitAnew(): void {
    this.state = 'idle';
    this.lastFailure = undefined;
  }

  nextRound(): void {
    this.state = 'idle';
    this.round++;
    this.failures = 0;
    this.lastFailure = undefined;
  }
}
