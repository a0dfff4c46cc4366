import { hasBudget } from '../../domain/bounds.js';
import { idLength } from '../../report/short-ids.js';
import type { Plan } from '../world.js';

interface HintsFor {
  readonly plan: Plan;
  readonly isPlanFile: boolean;
}

/** What one could do next with a plan. */
export const hintsFor = ({ plan, isPlanFile }: HintsFor): string[] => {
  const [largest] = [...plan.leaves].sort((a, b) => b.tokens - a.tokens);
  if (!largest) return [];
  const explain = `--explain ${largest.id.slice(0, idLength(plan))} says why those files are together`;
  const budget = hasBudget(plan.bounds) || isPlanFile ? [] : ['--max-tokens 30k makes leaves that fit a budget'];
  const keep = isPlanFile ? [] : ['-o plan.json keeps the plan'];
  return [`Next: ${[explain, ...budget, ...keep].join('; ')}.`];
};
