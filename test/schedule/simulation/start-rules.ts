import type { Command } from '../../../src/schedule/protocol.js';
import type { BucketRules } from './bucket-rules.js';
import type { BudgetRules } from './budget-rules.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { NodeFacts } from './node-facts.js';
import type { Rule } from './rule.js';
import type { ThrottleRules } from './throttle-rules.js';
import type { TryFacts } from './try-facts.js';
import { byUrgency } from './urgency.js';

type Start = Extract<Command, { type: 'start' }>;

interface Gates {
  readonly throttle: ThrottleRules;
  readonly buckets: BucketRules;
  readonly budget: BudgetRules;
}

/** The most urgent starts first, nothing starts that may not, and no slot is free while something could start. */
export class StartRules implements Rule {
  readonly #facts: Facts;
  readonly #gates: Gates;
  readonly #sorted: readonly number[];
  /** After a decision: the first of those that did not start though there was a slot. */
  first: TryFacts | undefined;
  /** When it may start by the clock, where nothing but the clock keeps it. */
  waitsUntil: number | undefined;

  constructor(facts: Facts, gates: Gates) {
    this.#facts = facts;
    this.#gates = gates;
    this.#sorted = byUrgency(facts);
  }

  onCommand(command: Command): void {
    if (command.type === 'start') this.#check(command);
  }

  #check(start: Start): void {
    const facts = this.#facts;
    const { node } = start;
    const known = facts.nodes[node];
    const one = facts.tryOf(start);
    claim(!facts.isPaused, 'nothing starts while paused', node);
    claim(!facts.isHeld, 'nothing starts while the disk does not keep up', node);
    claim(facts.running < facts.limit, 'nothing starts while all slots are taken', node);
    claim(!facts.early || !known.isLeaf || one.mayFinish, 'nothing new starts after a stop', node);
    claim(one.state === 'idle', 'only a try that waits is started', node);
    claim(this.#isStartable(known, one), 'only what may start is started', node);
    claim(start.round === one.round && one.round <= known.sampling.depth, 'rounds are counted one by one', node);
    claim(one.failures <= facts.settings.retries, 'there are no more attempts than retries + 1', node);
    // Rounds count anew; what is not sampled goes on counting, from before it was opened again too.
    const attempt = known.isSampled ? one.failures + 1 : known.attempts + 1;
    claim(start.attempt === attempt, 'attempts are counted one by one, and lost ones are not', node);
    claim(start.alone === one.isSuspect, 'a suspect starts alone, and nobody else does', node);
    claim(this.next() === one, 'the most urgent comes first', node);
  }

  #isStartable(known: NodeFacts, one: TryFacts): boolean {
    const facts = this.#facts;
    if (one.state !== 'idle' || known.outcome !== undefined || !facts.hasBegun) return false;
    if (facts.early?.how === 'cancel') return false;
    const { node } = known;
    if (!known.isLeaf) return facts.hasSettledChildren(node) && facts.hasValues(node);
    if (facts.early && !one.mayFinish) return false;
    const isFree = facts.dependenciesOf(node).every((on) => facts.nodes[on].outcome === 'succeeded');
    return isFree && facts.named.hasRoom(node);
  }

  /** The first that could start, had it a slot and what else it needs. */
  next(): TryFacts | undefined {
    for (const node of this.#sorted) {
      const known = this.#facts.nodes[node];
      if (known.outcome !== undefined) continue;
      for (const one of known.tries) if (this.#isStartable(known, one)) return one;
    }
    return undefined;
  }

  get hasSlot(): boolean {
    const { isPaused, isHeld, running } = this.#facts;
    return !isPaused && !isHeld && running < this.#gates.throttle.most;
  }

  /** Whether it is the turn of a leaf that will never fit what is left of a budget. */
  isHopeless(leaf: number): boolean {
    const { throttle, budget } = this.#gates;
    const isTurn = this.hasSlot && this.#facts.now >= throttle.until && this.next()?.node === leaf;
    return isTurn && budget.isHopeless(leaf);
  }

  #waitsUntil(next: TryFacts): number | undefined {
    const { now } = this.#facts;
    const { throttle, buckets, budget } = this.#gates;
    if (now < throttle.until) return throttle.until;
    if (budget.isHopeless(next.node)) return now;
    return budget.fits(next.node) ? buckets.readyAt(next.node) : undefined;
  }

  afterwards(): void {
    this.first = this.hasSlot && !this.#facts.isFinished ? this.next() : undefined;
    const at = this.first && this.#waitsUntil(this.first);
    claim(at === undefined || at > this.#facts.now, 'no slot is free while something could start', this.first?.node);
    this.waitsUntil = at;
  }
}
