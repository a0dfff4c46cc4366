import type { Fact } from '../domain/fact.js';
import { spendingOf } from '../domain/usage.js';
import type { SpentBefore } from './make-run.js';

/** What a recorded run has spent, and how long its sessions took together: from the first fact of each to its last. */
export const spentBefore = (facts: readonly Fact[]): SpentBefore => {
  const spent = { tokens: 0, usd: 0, ms: 0 };
  let [from, to] = [0, 0];
  for (const fact of facts) {
    if (fact.kind === 'spent') {
      const { tokens, usd } = spendingOf(fact.usage);
      spent.tokens += tokens;
      spent.usd += usd;
    }
    if (fact.kind === 'session') {
      spent.ms += to - from;
      from = fact.session.startedAt;
      to = from;
    } else to = Math.max(to, fact.at);
  }
  return { ...spent, ms: spent.ms + to - from };
};
