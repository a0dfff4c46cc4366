import type { Finding } from '../domain/failure.js';
import { option } from '../domain/message.js';
import { type BudgetOptions, type BudgetSetting, budgetRows } from './budget-options.js';
import { fieldProblems } from './fields.js';
import { withDefaults } from './row.js';

/** Undefined where there is none. */
export const resolveBudget = (budget: BudgetOptions | undefined, problems: Finding[]): BudgetSetting | undefined => {
  if (budget === undefined) return undefined;
  const found = fieldProblems(budget, budgetRows, option('budget'));
  problems.push(...found);
  if (found.length > 0) return undefined;
  const setting = withDefaults(budgetRows, budget);
  if ([setting.tokens, setting.usd, setting.timeMs].every((one) => one === undefined)) {
    problems.push({
      subject: option('budget'),
      expected: 'tokens, usd or timeMs',
      received: 'none of them',
      fault: 'relation',
    });
  }
  return setting;
};
