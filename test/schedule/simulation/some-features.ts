import type { BudgetSettings, Rates, SamplingSettings, ScheduleSettings, Work } from '../../../src/schedule/work.js';
import type { Draw } from './draw.js';

type Features = Pick<ScheduleSettings, 'rates' | 'budget' | 'sampling' | 'rollUpsCost'>;

/** Of what a token costs, in this world. */
export const usdPerToken = 1e-5;

/** What a run may have beyond a cap and retries: each in some, and all at once in a few. */
export const someFeatures = (draw: Draw, work: Work): Features => {
  const sampling = draw.chance(0.6) ? someSampling(draw) : undefined;
  return {
    sampling,
    rates: draw.chance(0.4) ? someRates(draw) : undefined,
    budget: draw.chance(0.45) ? someBudget(draw, work, sampling) : undefined,
    rollUpsCost: draw.chance(0.5),
  };
};

const someSampling = (draw: Draw): SamplingSettings => ({
  breadth: draw.between(1, 4),
  depth: draw.between(1, 3),
  pick: draw.pick(['first', 'lowest']),
  selects: draw.chance(0.5),
});

const someRates = (draw: Draw): Rates => ({
  requestsPerMinute: draw.pick([undefined, 30, 90, 600, 60_000]),
  tokensPerMinute: draw.pick([undefined, 60, 3_000, 30_000, 600_000]),
});

/** From what is gone at once to what is never used up. */
const someBudget = (draw: Draw, { leaves }: Work, sampling: SamplingSettings | undefined): BudgetSettings => {
  const tries = Math.ceil((sampling?.breadth ?? 1) / 2);
  const all = Math.max(1, leaves.reduce((sum, { cost }) => sum + cost, 0) * tries);
  const share = () => draw.pick([undefined, 0.1, 0.4, 0.8, 1.5, 4]);
  const [tokens, usd] = [share(), share()];
  const spentShare = draw.pick([0, 0, 0, 0.05, 0.5]);
  return {
    tokens: tokens && Math.ceil(all * tokens),
    usd: usd && all * usd * usdPerToken,
    timeMs: draw.pick([undefined, undefined, 3, 30, 300, 3_000, 100_000]),
    softAt: draw.pick([0.5, 0.8, 1]),
    perAttempt: draw.pick([{}, {}, { tokens: 7 }, { usd: 7 * usdPerToken }, { tokens: 20, usd: 0 }]),
    usdPerMillionTokens: draw.pick([undefined, usdPerToken * 1e6]),
    spent: { tokens: all * spentShare, usd: all * spentShare * usdPerToken, ms: draw.pick([0, 0, 2, 20]) },
  };
};
