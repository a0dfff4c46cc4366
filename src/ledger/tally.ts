import type { Fact } from '../domain/fact.js';
import type { RunStatus } from '../domain/outcome.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';

/** How far a run is, counted from its facts. */
export class Tally {
  readonly #leaves: number;
  readonly #state = new Map<number, 'succeeded' | 'failed' | 'other'>();
  facts = 0;
  sessions = 0;
  succeeded = 0;
  failed = 0;
  lastAt = 0;
  status: RunStatus | undefined;
  usage: Usage = noUsage;

  constructor(leaves: number, startedAt: number) {
    this.#leaves = leaves;
    this.lastAt = startedAt;
  }

  add(facts: readonly Fact[]): void {
    for (const fact of facts) this.#addOne(fact);
  }

  #addOne(fact: Fact): void {
    this.facts++;
    this.lastAt = Math.max(this.lastAt, fact.at);
    switch (fact.kind) {
      case 'session':
        this.sessions++;
        this.status = undefined;
        return;
      case 'finished':
        this.status = fact.status;
        return;
      case 'spent':
        this.usage = addUsage(this.usage, fact.usage);
        return;
      case 'reused':
      case 'chosen':
        return this.#settle(fact.node, 'succeeded');
      case 'settled':
        return this.#settle(fact.node, isFailure(fact.outcome) ? 'failed' : 'other');
      case 'ended':
        if (fact.isFinal) {
          this.#settle(
            fact.node,
            fact.outcome === 'succeeded' ? 'succeeded' : isFailure(fact.outcome) ? 'failed' : 'other',
          );
        }
        return;
      default:
        return;
    }
  }

  /** Of leaves only; one that failed and was run again counts as what it is now. */
  #settle(node: number, now: 'succeeded' | 'failed' | 'other'): void {
    if (node >= this.#leaves) return;
    const before = this.#state.get(node);
    if (before === 'succeeded') this.succeeded--;
    if (before === 'failed') this.failed--;
    if (now === 'succeeded') this.succeeded++;
    if (now === 'failed') this.failed++;
    this.#state.set(node, now);
  }
}

const isFailure = (outcome: string): boolean => outcome === 'failed' || outcome === 'timed-out';
