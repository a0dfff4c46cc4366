import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { BudgetRules } from './budget-rules.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { Rule } from './rule.js';
import type { StartRules } from './start-rules.js';

/** Timers know whole milliseconds, and may go off a moment early. */
const slack = 1;

/** What only the clock brings about is waited for, and nothing is waited for that nothing comes of. */
export class WakeRules implements Rule {
  readonly #facts: Facts;
  readonly #starts: StartRules;
  readonly #budget: BudgetRules;
  #at: number | undefined;
  #isNew = false;

  constructor(facts: Facts, starts: StartRules, budget: BudgetRules) {
    this.#facts = facts;
    this.#starts = starts;
    this.#budget = budget;
  }

  onInput(input: Input): void {
    this.#isNew = false;
    // One that was replaced may come all the same, and too early.
    if (input.type === 'woken' && this.#at !== undefined && this.#facts.now >= this.#at - slack) this.#at = undefined;
  }

  onCommand(command: Command): void {
    if (command.type !== 'wake') return;
    claim(command.at > this.#facts.now, 'a wake lies ahead');
    this.#at = command.at;
    this.#isNew = true;
  }

  afterwards(): void {
    const facts = this.#facts;
    if (facts.isFinished || !facts.hasBegun) return;
    const { early } = facts;
    // A deadline ends what a stop has let run, and a cancelled run has nothing left to end.
    const [start, time] = [this.#starts.waitsUntil, early?.how === 'cancel' ? undefined : this.#budget.wakesAt];
    const first = Math.min(start ?? Number.POSITIVE_INFINITY, time ?? Number.POSITIVE_INFINITY);
    const at = this.#at ?? Number.POSITIVE_INFINITY;
    claim(at <= first + slack, () => `no wake at ${first} but at ${at}`);
    claim(!this.#isNew || at >= first - slack || early?.how === 'cancel', () => `woken at ${at}, for nothing`);
  }
}
