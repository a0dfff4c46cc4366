import type { Design } from '../domain/trial.js';
import { seededRandom, shuffled } from '../util/random.js';

/** The order of the arms of one case and replication. */
export type ArmOrder = (place: { readonly case: number; readonly replication: number }) => readonly number[];

/**
 * Reversing, and not rotating, because two replications then suffice: whatever drifts steadily meets every arm as often
 * early as late. Cases alternate too, since there may be one replication only.
 */
export const armOrder = ({ arms, interleave, seed }: Design): ArmOrder => {
  const given = arms.map((_, arm) => arm);
  const reversed = [...given].reverse();
  switch (interleave) {
    case 'blocked':
      return () => given;
    case 'alternate':
      return ({ case: number, replication }) => ((number + replication) % 2 === 0 ? given : reversed);
    case 'random':
      // From the place alone, so that replications that are added later leave those before them as they were.
      return ({ case: number, replication }) => [
        ...shuffled(arms.length, seededRandom(mixed(seed, number, replication))),
      ];
  }
};

const mixed = (...parts: readonly number[]): number =>
  parts.reduce((sum, part) => Math.imul(sum ^ part, 0x9e3779b1) ^ (sum >>> 15), 0x811c9dc5);
