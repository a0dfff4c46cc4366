import { type Message, option, say } from '../domain/message.js';
import type { BudgetReport } from '../domain/run-report.js';
import { spendingOf, type Usage } from '../domain/usage.js';
import type { Spending } from '../schedule/protocol.js';
import type { BudgetSettings } from '../schedule/work.js';

/** What a run has spent of its budgets, for its report. */
export class SpendingLog {
  readonly #budget: BudgetSettings | undefined;
  #tokens: number;
  #usd: number;
  #hasWarned = false;

  constructor(budget: BudgetSettings | undefined) {
    this.#budget = budget;
    this.#tokens = budget?.spent.tokens ?? 0;
    this.#usd = budget?.spent.usd ?? 0;
  }

  add(usage: Usage): Spending {
    const spending = spendingOf(usage);
    this.#tokens += spending.tokens;
    this.#usd += spending.usd;
    return spending;
  }

  /** A leaf succeeded. Says once what nobody has reported by then, though a budget counts it. */
  unheard(): Message | undefined {
    if (this.#hasWarned || !this.#budget) return undefined;
    const { tokens, usd } = this.#budget;
    const names = [
      usd !== undefined && this.#usd === 0 && 'usd',
      tokens !== undefined && this.#tokens === 0 && 'tokens',
    ];
    const silent = names.filter((name) => name !== false);
    if (silent.length === 0) return undefined;
    this.#hasWarned = true;
    return say`the ${option('budget')} counts what attempts report, and the first that succeeded reported no ${silent.join(' and no ')}: as long as none does, it holds nothing back (spend() in a task, ${option('task', 'spends')} or $SUBPLAN_USAGE for a command)`;
  }

  report(elapsedMs: number): BudgetReport[] {
    if (!this.#budget) return [];
    const { tokens, usd, timeMs, spent } = this.#budget;
    const all = [
      { of: 'tokens', used: this.#tokens, limit: tokens },
      { of: 'usd', used: this.#usd, limit: usd },
      { of: 'time', used: spent.ms + elapsedMs, limit: timeMs },
    ] as const;
    return all.flatMap(({ of, used, limit }) => (limit === undefined ? [] : [{ of, used, limit }]));
  }
}
