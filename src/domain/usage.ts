/** What an attempt spent, by any names: `{ inputTokens: 1200, usd: 0.02 }`. Sums are kept by name. */
export type Usage = Readonly<Record<string, number>>;

/** The sum of two, by name. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const sum: Record<string, number> = { ...a };
  for (const [name, value] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
};

export const noUsage: Usage = Object.freeze({});
