import type { Outcome } from '../domain/outcome.js';

interface GroupCount {
  readonly name: string;
  readonly total: number;
  done: number;
  failed: number;
}

/** How far each group of leaves is. */
export interface GroupCounts {
  readonly counts: readonly GroupCount[];
  /** A leaf has settled, or (-1) is open again. */
  add(id: string, outcome: Outcome, by: 1 | -1): void;
}

export interface Grouping {
  readonly names: readonly string[];
  readonly of: (id: string) => string | undefined;
  /** Ids of all leaves, and of those that were done before. */
  readonly all: readonly string[];
  readonly known: readonly string[];
}

export const countGroups = ({ names, of, all, known }: Grouping): GroupCounts => {
  const ofGroup = (ids: readonly string[], name: string): number => ids.filter((id) => of(id) === name).length;
  const counts = names.map((name): GroupCount => {
    return { name, total: ofGroup(all, name), done: ofGroup(known, name), failed: 0 };
  });
  const byName = new Map(counts.map((one) => [one.name, one]));
  return {
    counts,
    add: (id, outcome, by) => {
      const group = byName.get(of(id) ?? '');
      // Those that never started have settled too, but nobody would call them done.
      if (!group || outcome === 'never-started') return;
      group.done += by;
      if (outcome === 'failed' || outcome === 'timed-out') group.failed += by;
    },
  };
};
