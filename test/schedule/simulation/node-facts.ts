import type { Outcome } from '../../../src/domain/outcome.js';
import type { AttemptEnd, Because, Input } from '../../../src/schedule/protocol.js';
import type { SamplingSettings } from '../../../src/schedule/work.js';
import type { Early } from './facts.js';
import { TryFacts } from './try-facts.js';

const unsampled: SamplingSettings = { breadth: 1, depth: 1, pick: 'first', selects: false };

const uncounted: readonly AttemptEnd['kind'][] = ['rate-limited', 'displaced', 'suspected', 'not-begun'];

/** What is known of a node, by what its attempts ended with and what was done to it. */
export class NodeFacts {
  tries: TryFacts[] = [];
  /** In the order in which they were accepted. */
  accepted: TryFacts[] = [];
  /** How many rounds came to a value that was not accepted. */
  values = 0;
  outcome: Outcome | undefined;
  because: Because | undefined;
  /** Attempts that count, from before it was opened again too. */
  attempts = 0;
  /** Whether its code was ever reached. */
  hasBegun = false;
  /** Why this leaf alone was cancelled. */
  cancelWhy: string | undefined;
  selected: Extract<Input, { type: 'selected' }> | undefined;
  /** A rollup of values that are no longer the ones: its end means nothing. */
  isVoid = false;
  openings = 0;
  /** Whether it settled as it did because of one it depends on. */
  isFollower = false;
  /** Whether there is not enough left of a budget for it. */
  isMisfit = false;
  readonly isSampled: boolean;
  readonly sampling: SamplingSettings;

  constructor(
    readonly node: number,
    readonly isLeaf: boolean,
    sampling: SamplingSettings | undefined,
  ) {
    this.isSampled = sampling !== undefined;
    this.sampling = sampling ?? unsampled;
    this.open();
  }

  /** Anew, but for what it has cost so far. */
  open(): void {
    this.openings++;
    this.tries = Array.from({ length: this.sampling.breadth }, (_, i) => new TryFacts(this.node, i + 1, this.tries[i]));
    this.accepted = [];
    this.values = 0;
    this.outcome = undefined;
    this.because = undefined;
    this.cancelWhy = undefined;
    this.selected = undefined;
    this.isFollower = false;
    this.isMisfit = false;
  }

  get isRunning(): boolean {
    return this.tries.some(({ holdsSlot }) => holdsSlot);
  }

  /** The try whose value the leaf has, once that is certain. */
  get winner(): TryFacts | undefined {
    if (this.accepted.length === 0 || this.sampling.pick === 'first') return this.accepted[0];
    const [lowest] = [...this.accepted].sort((a, b) => a.number - b.number);
    const isCertain = this.tries.every(({ number, state }) => number >= lowest.number || state === 'over');
    return isCertain ? lowest : undefined;
  }

  /** Whether another try has been accepted in its place. */
  isSuperfluous(one: TryFacts): boolean {
    if (one.fate === 'accepted') return false;
    return this.accepted.some(({ number }) => this.sampling.pick === 'first' || number < one.number);
  }

  /** Called when an attempt has ended. */
  end(one: TryFacts, end: AttemptEnd, { early, retries }: { early: Early | undefined; retries: number }): void {
    const wasAsked = one.isAsked;
    one.state = 'idle';
    one.isAsked = false;
    if (end.kind !== 'not-begun') this.hasBegun = one.hasBegun = true;
    if (end.kind === 'suspected') one.isSuspect = true;
    if (this.isVoid) {
      this.isVoid = false;
      return one.waitAnew();
    }
    if (!uncounted.includes(end.kind)) this.attempts++;
    if (this.isSuperfluous(one)) return one.over('dropped');
    const isClosed = early !== undefined || this.cancelWhy !== undefined;
    switch (end.kind) {
      case 'succeeded':
        if (end.accepted !== false) return this.#accept(one);
        this.values++;
        if (one.round === this.sampling.depth) return one.over('rejected');
        return isClosed ? one.over('dropped') : one.nextRound();
      case 'failed':
      case 'timed-out':
        one.failures++;
        one.lastFailure = end.kind;
        if (!end.retryable || one.failures > retries || isClosed) return one.over(end.kind);
        one.state = 'to-wait';
        return;
      case 'cancelled':
        return one.over('cancelled');
      default:
        return this.#lose(one, end.kind, { early, wasAsked });
    }
  }

  #accept(one: TryFacts): void {
    one.over('accepted');
    this.accepted.push(one);
    for (const other of this.tries) if (other.state === 'idle' && this.isSuperfluous(other)) other.over('dropped');
  }

  #lose(one: TryFacts, kind: AttemptEnd['kind'], now: { early: Early | undefined; wasAsked: boolean }): void {
    const isLetBe = !now.early || (now.early.how === 'stop' && (!this.isLeaf || one.hasBegun));
    if (isLetBe && this.cancelWhy === undefined && !now.wasAsked) {
      one.mayFinish = now.early !== undefined;
      return;
    }
    if (kind === 'displaced' || kind === 'suspected') this.attempts++;
    one.drop();
  }
}
