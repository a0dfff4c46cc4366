/** What a budget is of. */
export type BudgetName = 'tokens' | 'usd' | 'time';
