import type { BudgetName } from '../domain/budget-name.js';
import { took } from './durations.js';
import { count, percent } from './numbers.js';

interface Standing {
  readonly of: BudgetName;
  readonly used: number;
  readonly limit: number;
}

interface Leveled {
  readonly level: 'soft' | 'hard';
}

const names: Readonly<Record<BudgetName, string>> = { tokens: 'tokens', usd: 'money', time: 'time' };

/** `$12.30`; more digits where it is little. */
export const dollars = (usd: number): string => `$${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;

const amount = (of: BudgetName, value: number): string => {
  if (of === 'time') return took(value);
  return of === 'usd' ? dollars(value) : count(Math.round(value));
};

/** `1,200 of 5,000 tokens`. */
export const standingText = ({ of, used, limit }: Standing): string =>
  `${amount(of, used)} of ${amount(of, limit)}${of === 'tokens' ? ' tokens' : ''}`;

/** What a view says when a budget is nearly or all used up. */
export const budgetText = ({ level, ...standing }: Standing & Leveled): string => {
  const { of, used, limit } = standing;
  if (level === 'soft') return `${percent(used / limit)} of the budget is used: ${standingText(standing)}`;
  if (used < limit) return `too little is left of the budget of ${names[of]}: ${standingText(standing)} used`;
  return `the budget of ${names[of]} is used up: ${standingText(standing)}`;
};

/**
 * `over 80 % of money used, time used up`, for a view that has room for a few words. It is told only once that a budget
 * is nearly used up, and the rest of it goes on being used.
 */
export const budgetUse = (budget: Readonly<Partial<Record<BudgetName, Omit<Standing, 'of'> & Leveled>>>): string =>
  Object.entries(budget)
    .map(([of, { level, used, limit }]) => {
      const name = names[of as BudgetName];
      return level === 'hard'
        ? `${name} used up`
        : `over ${percent(Math.floor((used / limit) * 100) / 100)} of ${name} used`;
    })
    .join(', ');
