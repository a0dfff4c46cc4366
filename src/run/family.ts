import type { Lineage } from '../domain/task.js';

/** Subplans of one branch, and the way to them. One family serves all its members. */
export interface Family {
  /** Labels from the root down to the branch. */
  readonly above: readonly string[];
  readonly members: readonly string[];
}

/** The lineage of one member. */
export const lineageIn = ({ above, members }: Family, place: number): Lineage => ({
  labels: [...above, members[place]],
  siblings: members.filter((_, other) => other !== place),
});
