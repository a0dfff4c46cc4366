import type { Command, Input } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { Rule } from './rule.js';

/** Of rounding, since sums of fractions depend on their order. */
const slack = 1e-6;

class Bucket {
  readonly capacity: number;
  readonly #perMs: number;
  #level: number;
  #at = 0;

  constructor(perMinute: number) {
    this.capacity = Math.max(1, perMinute / 60);
    this.#perMs = perMinute / 60_000;
    this.#level = this.capacity;
  }

  level(now: number): number {
    return Math.min(this.capacity, this.#level + (now - this.#at) * this.#perMs);
  }

  take(amount: number, now: number): void {
    this.#level = Math.min(this.capacity, this.level(now) - amount);
    this.#at = now;
  }

  readyAt(amount: number, now: number): number {
    const missing = amount - this.level(now);
    return missing <= slack ? now : now + missing / this.#perMs;
  }
}

/** What starts keeps to what may start in a minute, and to a second's worth at once. */
export class BucketRules implements Rule {
  readonly #facts: Facts;
  readonly #requests: Bucket | undefined;
  readonly #tokens: Bucket | undefined;
  readonly #startedAt: number[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
    const { requestsPerMinute, tokensPerMinute } = facts.settings.rates ?? {};
    this.#requests = requestsPerMinute === undefined ? undefined : new Bucket(requestsPerMinute);
    this.#tokens = tokensPerMinute === undefined ? undefined : new Bucket(tokensPerMinute);
  }

  #counts(node: number): boolean {
    return this.#facts.isLeaf(node) || this.#facts.settings.rollUpsCost === true;
  }

  #costOf(node: number): number {
    return this.#facts.work.leaves[node]?.cost ?? 0;
  }

  readyAt(node: number): number {
    const { now } = this.#facts;
    if (!this.#counts(node)) return now;
    const tokens = Math.min(this.#costOf(node), this.#tokens?.capacity ?? 0);
    return Math.max(this.#requests?.readyAt(1, now) ?? now, this.#tokens?.readyAt(tokens, now) ?? now);
  }

  onInput(input: Input): void {
    if (input.type !== 'ended' || !this.#counts(input.node)) return;
    const { spent } = this.#facts.tryOf(input);
    if (spent.tokens > 0) this.#tokens?.take(spent.tokens - this.#costOf(input.node), this.#facts.now);
  }

  onCommand(command: Command): void {
    if (command.type !== 'start' || !this.#counts(command.node)) return;
    const { now } = this.#facts;
    claim(this.readyAt(command.node) <= now, 'nothing starts that the buckets have nothing for', command.node);
    this.#requests?.take(1, now);
    this.#tokens?.take(this.#costOf(command.node), now);
    if (this.#requests) this.#checkWindows();
  }

  /** The same by definition: in no time were there more starts than at once and by the rate together. */
  #checkWindows(): void {
    const { now, settings } = this.#facts;
    const perMinute = settings.rates?.requestsPerMinute ?? 0;
    this.#startedAt.push(now);
    this.#startedAt.forEach((from, i) => {
      const most = Math.max(1, perMinute / 60) + ((now - from) * perMinute) / 60_000;
      claim(this.#startedAt.length - i <= most + slack, 'no window has more starts than the rate allows');
    });
  }
}
