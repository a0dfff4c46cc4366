import type { BudgetName } from '../domain/budget-name.js';
import type { Spending } from './protocol.js';
import type { BudgetSettings } from './work.js';

/** An attempt of a leaf that runs: what was set aside for it, and what it has spent of that. */
interface Reservation {
  readonly cost: number;
  readonly reserved: Spending;
  tokens: number;
  usd: number;
}

/** Used up, or nearly so. */
export interface Reached {
  readonly level: 'soft' | 'hard';
  readonly of: BudgetName;
  readonly used: number;
  readonly limit: number;
}

const million = 1e6;

/** What a run may spend: what is spent, and what is set aside for attempts that run. */
export class Budget {
  readonly #settings: BudgetSettings;
  readonly #spent: { tokens: number; usd: number };
  readonly #open = new Map<number, Reservation>();
  readonly #told = new Set<string>();
  /** Of attempts that ended and spent some: how much, and the cost of their leaves. */
  readonly #learnt = { tokens: { spent: 0, cost: 0 }, usd: { spent: 0, cost: 0 } };

  constructor(settings: BudgetSettings) {
    this.#settings = settings;
    this.#spent = { tokens: settings.spent.tokens, usd: settings.spent.usd };
  }

  /** Whether attempts run for which something is set aside. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** What an attempt of a leaf with this cost is expected to spend. */
  expected(cost: number): Spending {
    const { perAttempt, usdPerMillionTokens } = this.#settings;
    const tokens = perAttempt.tokens ?? cost * ratio(this.#learnt.tokens, 1);
    const priced = usdPerMillionTokens === undefined ? undefined : (usdPerMillionTokens * tokens) / million;
    return { tokens, usd: perAttempt.usd ?? priced ?? cost * ratio(this.#learnt.usd, 0) };
  }

  /** The budget that so much more would exceed. */
  misfit(more: Spending): { readonly of: 'tokens' | 'usd'; readonly left: number } | undefined {
    for (const of of ['tokens', 'usd'] as const) {
      const limit = this.#settings[of];
      if (limit === undefined) continue;
      let committed = this.#spent[of];
      for (const one of this.#open.values()) committed += Math.max(0, one.reserved[of] - one[of]);
      // Sums of prices are no whole numbers.
      if (committed + more[of] > limit * (1 + 1e-12)) return { of, left: Math.max(0, limit - committed) };
    }
    return undefined;
  }

  reserve(unit: number, cost: number): void {
    this.#open.set(unit, { cost, reserved: this.expected(cost), tokens: 0, usd: 0 });
  }

  spend(unit: number, { tokens, usd }: Spending): void {
    this.#spent.tokens += tokens;
    this.#spent.usd += usd;
    const open = this.#open.get(unit);
    if (!open) return;
    open.tokens += tokens;
    open.usd += usd;
  }

  /** An attempt has ended: what was set aside for it is free again. */
  settle(unit: number): void {
    const open = this.#open.get(unit);
    if (!open) return;
    this.#open.delete(unit);
    for (const of of ['tokens', 'usd'] as const) {
      if (open[of] === 0) continue;
      this.#learnt[of].spent += open[of];
      this.#learnt[of].cost += open.cost;
    }
  }

  /** What has been reached since this was last asked; each is told once. */
  reached({ now, begunAt }: SessionTime): Reached[] {
    const { softAt, spent, timeMs } = this.#settings;
    const all = (['tokens', 'usd'] as const).map((of) => {
      const [used, limit] = [this.#spent[of], this.#settings[of] ?? Number.POSITIVE_INFINITY];
      return { of, used, limit, isHard: used >= limit, isSoft: used >= limit * softAt };
    });
    const [soft, hard] = this.#times(begunAt);
    const time = { of: 'time', used: spent.ms + now - begunAt, limit: timeMs ?? Number.POSITIVE_INFINITY } as const;
    return [...all, { ...time, isHard: now >= hard, isSoft: now >= soft }].flatMap(
      ({ isHard, isSoft, ...standing }): Reached[] => {
        const level = isHard ? 'hard' : 'soft';
        return (isHard || isSoft) && this.tell(level, standing.of) ? [{ level, ...standing }] : [];
      },
    );
  }

  /** What is used up. */
  usedUp({ now, begunAt }: SessionTime): { readonly of: BudgetName; readonly limit: number } | undefined {
    const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY, timeMs = 0 } = this.#settings;
    if (now >= this.#times(begunAt)[1]) return { of: 'time', limit: timeMs };
    if (this.#spent.tokens >= tokens) return { of: 'tokens', limit: tokens };
    return this.#spent.usd >= usd ? { of: 'usd', limit: usd } : undefined;
  }

  /** How a budget stands. */
  stand(of: 'tokens' | 'usd'): { readonly used: number; readonly limit: number } {
    return { used: this.#spent[of], limit: this.#settings[of] ?? Number.POSITIVE_INFINITY };
  }

  /** Whether it was not told before. Who has heard that it is used up need not hear that it nearly is. */
  tell(level: 'soft' | 'hard', of: BudgetName): boolean {
    if (this.#told.has(`${level} ${of}`)) return false;
    this.#told.add(`${level} ${of}`);
    if (level === 'hard') this.#told.add(`soft ${of}`);
    return true;
  }

  /** When the next of its times is reached. */
  nextTime({ now, begunAt }: SessionTime): number | undefined {
    return this.#times(begunAt).find((at) => at > now && at < Number.POSITIVE_INFINITY);
  }

  /** When the time is nearly over, and when it is. As they are waited for, since sums of fractions differ by a hair. */
  #times(begunAt: number): readonly [soft: number, hard: number] {
    const { timeMs = Number.POSITIVE_INFINITY, softAt, spent } = this.#settings;
    return [begunAt + (timeMs * softAt - spent.ms), begunAt + (timeMs - spent.ms)];
  }
}

export interface SessionTime {
  readonly now: number;
  readonly begunAt: number;
}

const ratio = ({ spent, cost }: { readonly spent: number; readonly cost: number }, unknown: number): number =>
  cost > 0 ? spent / cost : unknown;
