import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { BudgetRules } from './budget-rules.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { NodeFacts } from './node-facts.js';
import type { Rule } from './rule.js';
import type { TryFacts } from './try-facts.js';

/** Who is asked to end, who waits for another attempt, and that no try outlives what it is for. */
export class TryRules implements Rule {
  readonly #facts: Facts;
  readonly #budget: BudgetRules;
  #input: Input | undefined;

  constructor(facts: Facts, budget: BudgetRules) {
    this.#facts = facts;
    this.#budget = budget;
  }

  onInput(input: Input): void {
    this.#input = input;
  }

  onCommand(command: Command): void {
    switch (command.type) {
      case 'wait':
        return this.#checkWait(command);
      case 'end':
        return this.#checkEnd(this.#facts.tryOf(command));
      case 'forget-wait':
        return this.#checkForgotten(this.#facts.tryOf(command));
      case 'select':
        return this.#checkSelect(command);
    }
  }

  #checkWait({ attempt, ms, ...of }: Extract<Command, { type: 'wait' }>): void {
    const { state, failures, node } = this.#facts.tryOf(of);
    claim(state === 'to-wait', 'only what is tried again waits', node);
    const known = this.#facts.nodes[node];
    claim(attempt === (known.isSampled ? failures : known.attempts), 'the attempt that failed is named', node);
    const full = Math.min(60_000, this.#facts.settings.backoffMs * 2 ** (failures - 1));
    claim(ms >= Math.floor(full / 2) && ms <= full, () => `waits ${ms} ms of ${full}`, node);
  }

  /** Whether nothing of it shall go on. */
  #isEnded(known: NodeFacts, one: TryFacts): boolean {
    if (known.isSuperfluous(one) || known.cancelWhy !== undefined) return true;
    return this.#facts.early?.how === 'cancel' || (known.isLeaf && this.#isPastDeadline());
  }

  /** Whoever ended the run before: time is over for all leaves. */
  #isPastDeadline(): boolean {
    return this.#facts.early !== undefined && this.#budget.isOver;
  }

  #checkEnd(one: TryFacts): void {
    claim(one.holdsSlot, 'only what runs is asked to end', one.node);
    claim(!one.isAsked, 'nothing is asked to end twice', one.node);
    claim(this.#isEnded(this.#facts.nodes[one.node], one), 'nothing is asked to end for no reason', one.node);
  }

  #checkForgotten(one: TryFacts): void {
    claim(one.state === 'backing-off', 'only a wait is forgotten', one.node);
    const known = this.#facts.nodes[one.node];
    const isReopened = !known.isLeaf && this.#input?.type === 'retry-leaf';
    const isOut = this.#facts.early !== undefined || this.#isEnded(known, one) || isReopened;
    claim(isOut || this.#budget.isHopeless(one.node), 'no wait is forgotten for no reason', one.node);
  }

  #checkSelect({ node, try: number }: Extract<Command, { type: 'select' }>): void {
    const input = this.#input;
    const isLast = input?.type === 'ended' && input.node === node && input.try === number;
    claim(isLast, 'the slot of the try that ended last is held', node);
  }

  afterwards(): void {
    const { nodes, early } = this.#facts;
    for (const known of nodes) {
      if (known.outcome !== undefined) continue;
      for (const one of known.tries) {
        const { node, state } = one;
        claim(state !== 'to-wait', 'an attempt worth retrying is waited for', node);
        const isEnded = this.#isEnded(known, one);
        claim(!one.holdsSlot || !isEnded || one.isAsked, 'what shall not go on is asked to end', node);
        claim(state !== 'backing-off' || !(early || isEnded), 'what shall not go on is not waited for', node);
      }
    }
  }
}
