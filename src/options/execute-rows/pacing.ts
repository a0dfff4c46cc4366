import { type BudgetOptions, budgetRows } from '../budget-options.js';
import { above0, quoted } from '../checks.js';
import { option } from '../row.js';
import { type SamplingOptions, samplingRows } from '../sampling-options.js';
import { everywhere } from './where.js';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const withParts = (rows: object): string => `an object with ${quoted(Object.keys(rows))}`;

/** What holds a run back, and several tries at a leaf. */
export const pacingRows = {
  /** Attempts that may start in a minute, spread evenly. */
  requestsPerMinute: option({
    ...above0('60'),
    ...{ resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--requests-per-minute <n>', text: 'count', group: 'Pacing and budgets' },
      help: 'attempts that may start in a minute, spread evenly',
    },
  }),
  /** Tokens of leaves that may start in a minute, put right by what they say they spent. */
  tokensPerMinute: option({
    ...above0('100000'),
    ...{ resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--tokens-per-minute <n>', text: 'tokens', group: 'Pacing and budgets', adds: 'such as 100k' },
      help: 'tokens of leaves that may start in a minute: 100k',
    },
  }),
  /** At the end of it nothing more starts, what is done is kept and rolled up, and the run can be resumed with more. */
  budget: option({
    schema: (z) => z.custom<BudgetOptions>(isObject),
    expected: withParts(budgetRows),
    ...{ resume: 'limit', in: everywhere, parts: budgetRows },
  }),
  /** What tokens cost: for what attempts are expected to spend. */
  usdPerMillionTokens: option({
    ...above0('3'),
    ...{ resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--usd-per-mtok <amount>', text: 'number', group: 'Pacing and budgets', adds: 'such as 3' },
      help: 'what a million tokens cost, for estimates',
    },
  }),
  sampling: option({
    schema: (z) => z.custom<SamplingOptions>(isObject),
    expected: withParts(samplingRows),
    ...{ resume: 'result', in: ['calibrate'], parts: samplingRows },
  }),
} as const;
