import { above0, boundedNumber, numeric } from './checks.js';
import type { Zod } from './field.js';
import { type OptionsOf, option, type SettingsOf } from './row.js';

/** From which share on a warning is given. */
const warnAt = 0.8;
const amount = (z: Zod) => boundedNumber(z, { isWhole: false, least: 0 }).optional();

/** What a budget is made of, a row for each part. */
export const budgetRows = {
  /** As reported by `spend({ usd })`. */
  usd: option({
    ...above0('20'),
    resume: 'limit',
    flag: {
      ...{ flag: '--budget-usd <amount>', text: 'number', group: 'Pacing and budgets', adds: 'such as 20 or 0.5' },
      help: `money the run may spend, as its task reports it; a warning comes at ${warnAt * 100} %`,
    },
  }),
  /** As reported by `spend({ tokens })`, or `inputTokens` and `outputTokens`. */
  tokens: option({
    ...above0('2000000'),
    resume: 'limit',
    flag: {
      ...{ flag: '--budget-tokens <n>', text: 'tokens', group: 'Pacing and budgets', adds: 'such as 500k or 5M' },
      help: 'tokens the run may spend: 500k, 5M',
    },
  }),
  /** The run's deadline: from its beginning, over all sessions together. */
  timeMs: option({
    ...above0('28800000'),
    resume: 'limit',
    flag: {
      ...{ flag: '--budget-time <duration>', text: 'duration', group: 'Pacing and budgets', adds: 'such as 30m or 8h' },
      help: 'how long the run may take: 30m, 8h',
    },
  }),
  /** The share of each from which on a warning is given. */
  softAt: option({
    ...numeric({ isWhole: false, above: 0, most: 1 }),
    ...{ expected: 'a share above 0 and up to 1, such as 0.8', default: warnAt, resume: 'limit' },
  }),
  /** What an attempt is expected to spend. Where it is not given, its tokens and what others have spent say. */
  perAttempt: option({
    schema: (z) => z.strictObject({ tokens: amount(z), usd: amount(z) }).readonly(),
    expected: 'what an attempt is expected to spend, such as { tokens: 30000, usd: 0.4 }',
    ...{ default: {}, resume: 'limit' },
  }),
} as const;

/** What a run may spend, and how long it may take. */
export interface BudgetOptions extends OptionsOf<typeof budgetRows> {}

/** A budget with every field decided. */
export type BudgetSetting = SettingsOf<typeof budgetRows>;
