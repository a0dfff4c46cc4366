import { z } from 'zod';
import { tieKinds } from '../domain/file-graph.js';
import { fileRoles, leftOutReasons } from '../domain/inventory.js';
import type { Measures } from '../domain/measures.js';
import { type LeafReason, leafReasons, type SplitWay, splitWays } from '../domain/subplan.js';

export const planFormat = 'subplan/plan';
/**
 * The newest comes last. 1: without roles and packages, and never split by `auto` as it is now. A plan that was read keeps
 * its version, so that what is recorded of it stays the same.
 */
export const planVersions = [1, 2] as const;
export type PlanVersion = (typeof planVersions)[number];
export const planVersion: PlanVersion = 2;

const count = z.int().nonnegative();
const positive = z.int().positive();

/** What is derived is written for readers and not looked at when a plan is read. */
const derived = z.unknown().optional();

export const leafJson = z.object({
  id: derived,
  label: z.string(),
  reason: z.enum(leafReasons),
  tokens: derived,
  files: z.array(z.string()),
  context: derived,
  dependsOn: derived,
  limits: z.array(z.string().min(1)).optional(),
});

/** Without its children: each is checked by itself, so that what is wrong is named where it stands. */
export const branchJson = z.object({
  id: derived,
  label: z.string(),
  tokens: derived,
  split: z.object({ by: z.enum(splitWays), cut: derived }),
  children: z.array(z.unknown()),
});

interface LeafJson {
  id: string;
  label: string;
  tokens: number;
  reason: LeafReason;
  files: string[];
  context: string[];
  dependsOn: string[];
  limits?: string[];
}

interface BranchJson {
  id: string;
  label: string;
  tokens: number;
  split: { by: SplitWay; cut: number };
  children: TreeJson[];
}

export type TreeJson = LeafJson | BranchJson;

const sizingJson = z.union([
  z.object({ kind: z.enum(['natural', 'min-files']) }),
  z.object({ kind: z.literal('leaves'), leaves: positive }),
]);

const stayedJson = z.object({
  ...{ files: count, moved: count, placed: count, gone: count },
  drift: z.number().positive(),
  unchecked: count,
});

/**
 * A plan as JSON. What can be derived (ids, tokens, contexts, dependencies, measures) is written for readers, and made
 * again when the plan is read, so a file may be moved from one leaf to another by hand.
 */
export const planJson = z.object({
  format: z.literal(planFormat),
  version: z.literal(planVersions),
  kind: z.literal('project'),
  goal: z.string().optional(),
  seed: z.int(),
  bounds: z.object({
    minFiles: positive,
    maxDepth: positive,
    maxChildren: positive,
    maxTokens: positive.optional(),
    maxFiles: positive.optional(),
  }),
  strategy: z.object({ asked: z.string(), used: z.enum([...splitWays, 'auto']), why: z.string() }),
  /** What leaves were split down to; plans of version 1 do not say. */
  sizing: sizingJson.optional(),
  imports: z.object({ resolved: count, external: count, leftOut: count, missing: count }),
  /** Plans of earlier versions do not say. */
  unread: z.array(z.string()).optional(),
  files: z.array(
    z.object({
      ...{ path: z.string().min(1), bytes: count, tokens: count, language: z.string() },
      // Plans of earlier versions do not say.
      ...{ role: z.enum(fileRoles).optional(), package: z.string().optional() },
    }),
  ),
  /** [from, to, weight, kind]: indices into `files`. */
  ties: z.array(z.tuple([count, count, z.number().positive(), z.enum(tieKinds)])),
  leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons), detail: z.string() })),
  notes: z.array(z.string()),
  /** Not derived: the earlier plan is not part of this one. */
  stayed: stayedJson.optional(),
  /** Checked node by node in read.ts. */
  tree: z.unknown().optional(),
  measures: derived,
});

/** A plan that was read, but for its tree. */
export type CheckedPlan = z.infer<typeof planJson>;

/** A plan as `toJSON()` writes it. */
export interface PlanJson extends Omit<CheckedPlan, 'tree' | 'measures'> {
  tree?: TreeJson;
  measures: Measures;
}
