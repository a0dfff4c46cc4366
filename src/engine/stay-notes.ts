import type { Earlier } from '../domain/earlier.js';
import type { Stayed, StrategyUsed } from '../domain/measures.js';
import { type Message, say, without } from '../domain/message.js';

interface Made {
  readonly tree: unknown;
  readonly stayed?: Stayed | undefined;
  readonly strategy: StrategyUsed;
}

/** A tree that cuts this many times what planning afresh would has drifted too far. Chosen on data: decision 0009. */
const tooFar = 1.02;

/** What a person should know of how a plan stayed close to an earlier one, where it did not go well. */
export const stayNotes = (earlier: Earlier | undefined, { tree, stayed, strategy }: Made): (string | Message)[] => {
  if (!earlier?.tree || !tree) return [];
  if (!stayed && earlier.strategy.used !== strategy.used) {
    const before =
      earlier.strategy.asked === strategy.asked
        ? 'an earlier version of subplan'
        : `the strategy ${earlier.strategy.used}`;
    return [`the previous plan was made by ${before}, which splits in another way: this one was planned afresh`];
  }
  if (!stayed) return ['the previous plan was of no help: this one was planned afresh'];
  if (stayed.drift <= tooFar) return [];
  const percent = Math.round(100 * (stayed.drift - 1));
  return [
    say`staying close to the previous plan cuts at least ${percent} % more imports than a new plan would; to plan afresh: ${without('previous')}`,
  ];
};
