import type { DecomposeOptions, GivenFile, Plan, PlanJson } from '../../src/index.js';

/** A project that is decomposed. */
export class Project {
  files: GivenFile[] = [];
  plain: GivenFile[] | undefined;
  options: DecomposeOptions = {};
  plan!: Plan;
  texts: string[] = [];
  json!: PlanJson;
  touched: { path: string; to: number } | undefined;
  failure: Error | undefined;
}
