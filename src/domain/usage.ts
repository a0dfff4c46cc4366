/** What an attempt spent, by any names: `{ inputTokens: 1200, usd: 0.02 }`. Sums are kept by name. */
export type Usage = Readonly<Record<string, number>>;

/** The sum of two, by name. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  // Most spend nothing, and there are many.
  if (b === noUsage) return a;
  const sum: Record<string, number> = { ...a };
  for (const [name, value] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
};

/** What counts against budgets and rates: `tokens`, or where that is not told `inputTokens` and `outputTokens`; and `usd`. */
export const spendingOf = ({ tokens, inputTokens = 0, outputTokens = 0, usd = 0 }: Usage) => ({
  tokens: tokens ?? inputTokens + outputTokens,
  usd,
});

export const noUsage: Usage = Object.freeze({});
