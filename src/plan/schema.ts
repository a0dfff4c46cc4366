import { z } from 'zod';
import { tieKinds } from '../domain/file-graph.js';
import { leftOutReasons } from '../domain/inventory.js';
import { leafReasons, splitWays } from '../domain/subplan.js';

export const planFormat = 'subplan/plan';
/** Raised when a plan written by an older version can no longer be read as it stands. */
export const planVersion = 1;

const count = z.int().nonnegative();
const positive = z.int().positive();

const leafJson = z.object({
  id: z.string(),
  label: z.string(),
  reason: z.enum(leafReasons),
  tokens: count,
  files: z.array(z.string()),
  context: z.array(z.string()).optional(),
  dependsOn: z.array(z.string()).optional(),
});
type LeafJson = z.infer<typeof leafJson>;

interface BranchJson {
  id: string;
  label: string;
  tokens: number;
  split: { by: (typeof splitWays)[number]; cut: number };
  children: TreeJson[];
}
export type TreeJson = LeafJson | BranchJson;

const branchJson: z.ZodType<BranchJson> = z.object({
  id: z.string(),
  label: z.string(),
  tokens: count,
  split: z.object({ by: z.enum(splitWays), cut: z.number() }),
  get children() {
    return z.array(treeJson);
  },
});

const treeJson: z.ZodType<TreeJson> = z.lazy(() => z.union([leafJson, branchJson]));

/**
 * A plan as JSON. What can be derived (ids, tokens, contexts, dependencies, measures) is written for readers, and made
 * again when the plan is read, so a file may be moved from one leaf to another by hand.
 */
export const planJson = z.object({
  format: z.literal(planFormat),
  version: z.literal(planVersion),
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
  strategy: z.object({ asked: z.string(), used: z.enum(splitWays), why: z.string() }),
  imports: z.object({ resolved: count, external: count, leftOut: count, missing: count }),
  files: z.array(z.object({ path: z.string().min(1), bytes: count, tokens: count, language: z.string() })),
  /** [from, to, weight, kind]: indices into `files`. */
  ties: z.array(z.tuple([count, count, z.number().positive(), z.enum(tieKinds)])),
  leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons), detail: z.string() })),
  notes: z.array(z.string()),
  tree: treeJson.optional(),
  measures: z.looseObject({}),
});
export type PlanJson = z.infer<typeof planJson>;
