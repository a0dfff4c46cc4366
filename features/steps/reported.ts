import assert from 'node:assert/strict';
import type { BranchReport, LeafReport, RunReport } from '../../dist/index.js';
import { type Drawn, leavesOf, nameOf } from './drawn-plan.js';
import type { Scene } from './world.js';

export type AnyReport = LeafReport<unknown> | BranchReport<unknown>;

/** What the report says of a subplan. */
export const named = ({ leaves, branches }: RunReport, name: string): AnyReport => {
  const found = [...leaves, ...branches].find(({ label }) => nameOf(label) === name);
  assert.ok(found, `the report has no ${name}`);
  return found;
};
export const namesOf = (ids: readonly string[], { leaves }: RunReport): string[] =>
  ids.map((id) => nameOf(leaves.find((leaf) => leaf.id === id)?.label as string));
/** Names of all leaves, in plan order. */
export const drawnLeaves = ({ run }: Scene): string[] => leavesOf(run.root as Drawn).map(({ text }) => nameOf(text));
