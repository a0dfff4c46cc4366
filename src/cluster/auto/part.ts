import type { LeafReason, SplitWay } from '../../domain/subplan.js';
import type { Item } from './items.js';

/** What a project is divided into, before it is brought within the bounds on depth and width. */
export type Part = LeafPart | BranchPart;

export interface LeafPart {
  readonly kind: 'leaf';
  /** The folder that was divided. */
  readonly folder: string;
  readonly items: readonly Item[];
  readonly files: number;
  readonly tokens: number;
  /** Why it was not divided further, where something kept it from that. */
  readonly stopped?: LeafReason | undefined;
}

export interface BranchPart {
  readonly kind: 'branch';
  readonly folder: string;
  readonly by: SplitWay;
  readonly children: readonly Part[];
}

export const leafPart = (folder: string, items: readonly Item[], stopped?: LeafReason): LeafPart => ({
  ...{ kind: 'leaf', folder, items, stopped },
  files: items.reduce((sum, { files }) => sum + files.length, 0),
  tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
});

export const filesOfLeaf = ({ items }: LeafPart): number[] =>
  items.flatMap(({ files }) => [...files]).sort((a, b) => a - b);

export const leavesOfPart = (part: Part): LeafPart[] =>
  part.kind === 'leaf' ? [part] : part.children.flatMap(leavesOfPart);
