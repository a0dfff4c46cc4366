import type { Usage } from '../domain/usage.js';
import { count } from './numbers.js';
import { visible } from './visible.js';

/** What was spent: `12,000 tokens, 0.37 usd`; nothing where nothing was. */
export const usageText = (usage: Usage): string =>
  Object.entries(usage)
    .map(([name, sum]) => `${amount(sum)} ${visible(name)}`)
    .join(', ');

/** Sums of prices have many digits behind the point, of which few matter. */
const amount = (sum: number): string => (Number.isInteger(sum) ? count(sum) : String(Number(sum.toPrecision(4))));
