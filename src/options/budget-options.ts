import { z } from 'zod';
import type { Problem } from '../domain/failure.js';
import { type BudgetOptions, budgetDefaults } from './execute-options.js';
import { above0, defined, type Field, partProblems } from './fields.js';

/** A budget with every field decided. */
export interface BudgetSetting {
  readonly tokens: number | undefined;
  readonly usd: number | undefined;
  readonly timeMs: number | undefined;
  readonly softAt: number;
  readonly perAttempt: { readonly tokens?: number; readonly usd?: number };
}

const amount = z.number().nonnegative();

export const budgetFields: Record<keyof BudgetOptions, Field> = {
  tokens: above0('2000000'),
  usd: above0('20'),
  timeMs: above0('28800000'),
  softAt: { schema: z.number().positive().max(1), expected: 'a share above 0 and up to 1, such as 0.8' },
  perAttempt: {
    schema: z.strictObject({ tokens: amount.optional(), usd: amount.optional() }),
    expected: 'what an attempt is expected to spend, such as { tokens: 30000, usd: 0.4 }',
  },
};

/** Undefined where there is none. */
export const resolveBudget = (budget: BudgetOptions | undefined, problems: Problem[]): BudgetSetting | undefined => {
  if (budget === undefined) return undefined;
  const found = partProblems('budget', budget, budgetFields);
  problems.push(...found);
  if (found.length > 0) return undefined;
  const { tokens, usd, timeMs, softAt, perAttempt = {} } = { ...budgetDefaults, ...defined(budget) };
  if (tokens === undefined && usd === undefined && timeMs === undefined) {
    problems.push({ field: 'budget', expected: 'tokens, usd or timeMs', received: 'none of them' });
  }
  return { tokens, usd, timeMs, softAt, perAttempt };
};
