import type { Design } from '../domain/trial.js';
import { armOrder } from './arm-order.js';
import type { Cell, Level } from './design.js';

/** A node of the tree of trials: a trial, or what the trials below it share. */
export type TrialNode =
  | { readonly kind: 'trial'; readonly cell: Cell }
  /** `at`: what all below it share; nothing at the top. */
  | { readonly kind: 'group'; readonly at: Partial<Cell>; readonly children: readonly TrialNode[] };

/** Case, replication, arm from the top; or the arm first, where arms are run one after the other. */
export const trialTree = (design: Design): TrialNode => {
  const { cases, replications, interleave } = design;
  const orderOf = armOrder(design);
  const membersOf: Record<Level, (at: Partial<Cell>) => readonly number[]> = {
    case: () => cases.map((_, number) => number),
    replication: () => Array.from({ length: replications }, (_, number) => number),
    arm: ({ case: number = 0, replication = 0 }) => orderOf({ case: number, replication }),
  };
  const levels: readonly Level[] =
    interleave === 'blocked' ? ['arm', 'case', 'replication'] : ['case', 'replication', 'arm'];
  const grow = (at: Partial<Cell>, [level, ...below]: readonly Level[]): TrialNode => {
    if (level === undefined) return { kind: 'trial', cell: at as Cell };
    const members = membersOf[level](at);
    // A level with one member says nothing.
    if (members.length === 1) return grow({ ...at, [level]: members[0] }, below);
    return { kind: 'group', at, children: members.map((member) => grow({ ...at, [level]: member }, below)) };
  };
  return grow({}, levels);
};
