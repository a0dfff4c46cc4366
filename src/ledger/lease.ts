import type { Held, Witness } from '../domain/owner.js';

/** How long an owner that says nothing is believed to be there. It says so three times in that time. */
export const leaseMs = 30_000;

/** Whether the run may be taken from its owner: it is dead, or has been silent for too long where nobody sees it. */
export const mayTake = (held: Held | undefined, { sees, now }: Witness): boolean => {
  if (!held) return true;
  const seen = sees(held.owner);
  return seen === 'gone' || (seen === 'unknown' && held.leaseUntil < now());
};
