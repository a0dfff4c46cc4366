import { Buckets } from './buckets.js';
import { Budget } from './budget.js';
import type { Spending } from './protocol.js';
import { Throttle } from './throttle.js';
import type { ScheduleSettings } from './work.js';

/** What an attempt that runs was let in with. */
interface Passed {
  /** Tokens it was counted for. */
  readonly tokens: number;
  spent: number;
}

/** Something that is to start. */
export interface Applicant {
  readonly unit: number;
  /** Of its leaf; 0 for a rollup. */
  readonly tokens: number;
  readonly isRollUp: boolean;
}

/** Whether something may start. `at`: when to ask again. `leave`: it does not fit any more, and never will. */
export type Verdict =
  | { readonly kind: 'start' | 'wait' }
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'leave'; readonly of: 'tokens' | 'usd'; readonly needed: number; readonly left: number };

const start: Verdict = { kind: 'start' };
const wait: Verdict = { kind: 'wait' };

/** All that holds starts back besides slots: services that ask to wait, rates, and budgets. */
export class Gate {
  readonly throttle: Throttle;
  readonly budget: Budget | undefined;
  readonly #buckets: Buckets;
  readonly #rollUpsCost: boolean;
  readonly #hasRates: boolean;
  readonly #passed = new Map<number, Passed>();
  /** Of each unit: the episode of rate limiting it was started in. */
  readonly #startedIn: Uint32Array;

  constructor({ backoffMs, seed, rates, budget, rollUpsCost = false }: ScheduleSettings, units: number) {
    this.throttle = new Throttle({ backoffMs, seed });
    this.budget = budget && new Budget(budget);
    this.#buckets = new Buckets(rates);
    this.#rollUpsCost = rollUpsCost;
    this.#hasRates = rates !== undefined;
    this.#startedIn = new Uint32Array(units);
  }

  judge({ tokens, isRollUp }: Applicant, now: number): Verdict {
    if (now < this.throttle.until) return { kind: 'at', at: this.throttle.until };
    if (!isRollUp && this.budget) {
      const expected = this.budget.expected(tokens);
      const misfit = this.budget.misfit(expected);
      // One that runs may spend less than was set aside for it.
      if (misfit && this.budget.isOpen) return wait;
      if (misfit) return { kind: 'leave', ...misfit, needed: expected[misfit.of] };
    }
    if (!this.#counts(isRollUp)) return start;
    const ms = this.#buckets.waitFor(tokens, now);
    return ms > 0 ? { kind: 'at', at: now + ms } : start;
  }

  enter({ unit, tokens, isRollUp }: Applicant, now: number): void {
    this.#startedIn[unit] = this.throttle.episodes;
    if (!isRollUp) this.budget?.reserve(unit, tokens);
    if (!this.#counts(isRollUp)) return;
    this.#buckets.start(tokens, now);
    this.#passed.set(unit, { tokens, spent: 0 });
  }

  spend(unit: number, spending: Spending): void {
    this.budget?.spend(unit, spending);
    const passed = this.#passed.get(unit);
    if (passed) passed.spent += spending.tokens;
  }

  leave(unit: number, now: number): void {
    this.budget?.settle(unit);
    const passed = this.#passed.get(unit);
    this.#passed.delete(unit);
    if (passed) this.#buckets.settle(passed.tokens, passed.spent, now);
  }

  startedIn(unit: number): number {
    return this.#startedIn[unit];
  }

  #counts(isRollUp: boolean): boolean {
    return this.#hasRates && (!isRollUp || this.#rollUpsCost);
  }
}
