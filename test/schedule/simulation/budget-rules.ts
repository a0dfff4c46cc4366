import type { BudgetName } from '../../../src/domain/budget-name.js';
import type { Command, Input, Spending } from '../../../src/schedule/protocol.js';
import type { BudgetSettings } from '../../../src/schedule/work.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { Rule } from './rule.js';
import type { TryFacts } from './try-facts.js';

/** Of rounding, since sums of fractions depend on their order. */
const slack = 1e-9;
const names = ['tokens', 'usd'] as const;

/** What is spent and what is promised stay below the limits, and whoever has them is told in time. */
export class BudgetRules implements Rule {
  readonly limits: BudgetSettings | undefined;
  readonly spent: { tokens: number; usd: number };
  readonly #facts: Facts;
  readonly #reserved = new Map<TryFacts, Spending>();
  readonly #told = new Set<string>();
  /** What is beyond any reservation: of attempts that took more, and of rollups. */
  readonly #unforeseen = { tokens: 0, usd: 0 };
  /** Of attempts that ended and spent some of it: how much, and what their leaves cost. */
  readonly #ended = { tokens: { spent: 0, cost: 0 }, usd: { spent: 0, cost: 0 } };
  #beganAt: number | undefined;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.limits = facts.settings.budget;
    const { tokens = 0, usd = 0 } = this.limits?.spent ?? {};
    this.spent = { tokens, usd };
  }

  onInput(input: Input): void {
    if (!this.limits) return;
    if (input.type === 'begin') this.#beganAt = this.#facts.now;
    if (input.type === 'spent') this.#spend(this.#facts.tryOf(input), input.spending);
    if (input.type === 'ended') this.#end(this.#facts.tryOf(input));
  }

  #spend(one: TryFacts, spending: Spending): void {
    const reserved = this.#reserved.get(one);
    for (const name of names) {
      this.spent[name] += spending[name];
      const foreseen = Math.max(0, (reserved?.[name] ?? 0) - (one.spent[name] - spending[name]));
      this.#unforeseen[name] += Math.max(0, spending[name] - foreseen);
    }
  }

  #end(one: TryFacts): void {
    if (!this.#reserved.delete(one)) return;
    for (const name of names) {
      if (one.spent[name] === 0) continue;
      this.#ended[name].spent += one.spent[name];
      this.#ended[name].cost += this.#facts.work.leaves[one.node].cost;
    }
  }

  /** What an attempt of a leaf will spend, as far as can be said. */
  expected(leaf: number): Spending {
    const { cost } = this.#facts.work.leaves[leaf];
    const { perAttempt, usdPerMillionTokens } = this.limits!;
    const per = (name: 'tokens' | 'usd', before: number): number =>
      this.#ended[name].cost > 0 ? (this.#ended[name].spent / this.#ended[name].cost) * cost : before;
    const tokens = perAttempt.tokens ?? per('tokens', cost);
    const byPrice = usdPerMillionTokens === undefined ? undefined : (usdPerMillionTokens * tokens) / 1e6;
    return { tokens, usd: perAttempt.usd ?? byPrice ?? per('usd', 0) };
  }

  committed(name: 'tokens' | 'usd'): number {
    let sum = this.spent[name];
    for (const [one, reserved] of this.#reserved) sum += Math.max(0, reserved[name] - one.spent[name]);
    return sum;
  }

  fits(node: number): boolean {
    if (!this.limits || !this.#facts.isLeaf(node)) return true;
    const expected = this.expected(node);
    return names.every((name) => this.#isBelow(this.committed(name) + expected[name], this.limits?.[name]));
  }

  #isBelow(value: number, limit: number | undefined): boolean {
    return limit === undefined || value <= limit * (1 + slack);
  }

  /** Whether it does not fit, and nothing runs that might spend less than it was expected to. */
  isHopeless(node: number): boolean {
    return !this.fits(node) && this.#reserved.size === 0;
  }

  get deadline(): number | undefined {
    const { timeMs, spent } = this.limits ?? {};
    return timeMs === undefined || this.#beganAt === undefined ? undefined : this.#beganAt + timeMs - spent!.ms;
  }

  get softDeadline(): number | undefined {
    const { timeMs, softAt } = this.limits ?? {};
    return this.deadline === undefined ? undefined : this.deadline - timeMs! * (1 - softAt!);
  }

  /** Whether time is over. That it must be told in time is checked elsewhere: sums of fractions are not exact. */
  get isOver(): boolean {
    return this.#told.has('hard time');
  }

  /** When someone must be told something that only the clock brings. */
  get wakesAt(): number | undefined {
    if (this.#told.has('hard time')) return undefined;
    return this.#told.has('soft time') ? this.deadline : this.softDeadline;
  }

  used(name: BudgetName): number {
    if (name !== 'time') return this.spent[name];
    return this.limits!.spent.ms + (this.#beganAt === undefined ? 0 : this.#facts.now - this.#beganAt);
  }

  limitOf(name: BudgetName): number | undefined {
    return name === 'time' ? this.limits?.timeMs : this.limits?.[name];
  }

  /** Whether something is all used up, so that the run must be ended. */
  get isExhausted(): boolean {
    if (this.#beganAt === undefined) return false;
    return this.isOver || names.some((name) => this.spent[name] >= (this.limits?.[name] ?? Infinity));
  }

  onCommand(command: Command): void {
    if (command.type === 'start' && this.limits && this.#facts.isLeaf(command.node)) {
      claim(this.fits(command.node), 'no leaf starts that the budget has nothing for', command.node);
      this.#reserved.set(this.#facts.tryOf(command), this.expected(command.node));
    }
    if (command.type === 'budget') this.#checkTold(command);
  }

  #checkTold({ level, of, used, limit }: Extract<Command, { type: 'budget' }>): void {
    claim(this.limits !== undefined && limit === this.limitOf(of), 'the limit is the one given');
    claim(!this.#told.has(`${level} ${of}`), `${level} of ${of} is told once`);
    claim(level === 'hard' || !this.#told.has(`hard ${of}`), 'what is used up is not said to be nearly so');
    claim(Math.abs(used - this.used(of)) <= slack * limit, 'what is used is told');
    const isReached = used >= limit * (level === 'soft' ? this.limits!.softAt : 1) - slack * limit;
    claim(
      isReached || (level === 'hard' && of !== 'time' && this.#someAreHopeless()),
      `${level} of ${of} for no reason`,
    );
    this.#told.add(`${level} ${of}`);
  }

  #someAreHopeless(): boolean {
    return this.#facts.nodes.some(({ node, isLeaf, outcome }) => isLeaf && !outcome && this.isHopeless(node));
  }

  afterwards(): void {
    if (!this.limits || this.#beganAt === undefined || this.#facts.isFinished) return;
    for (const name of ['tokens', 'usd', 'time'] as const) {
      const [used, limit] = [this.used(name), this.limitOf(name) ?? Infinity];
      const isSoft = used >= limit * this.limits.softAt * (1 + slack);
      // Who has heard that it is used up need not hear that it nearly is.
      const isTold = this.#told.has(`soft ${name}`) || this.#told.has(`hard ${name}`);
      claim(!isSoft || isTold, () => `${name} are nearly used up, and nobody is told`);
      claim(
        used < limit * (name === 'time' ? 1 + slack : 1) || this.#told.has(`hard ${name}`),
        () => `${name} are used up, and nobody is told`,
      );
    }
    for (const name of names) {
      const limit = Math.max(this.limits[name] ?? Infinity, this.limits.spent[name]);
      const isKept = this.#isBelow(this.spent[name], limit + this.#unforeseen[name]);
      claim(isKept, 'no more is spent than the limit and what nobody could foresee');
    }
  }
}
