import type { OnFailure, Order } from '../domain/order.js';

/**
 * What is to be done, by numbers: leaves are 0, 1, 2 … in plan order, and branches go on counting in tree order, so that
 * a branch stands before the branches below it.
 */
export interface Work {
  readonly leaves: readonly WorkLeaf[];
  readonly branches: readonly WorkBranch[];
}

export interface WorkLeaf {
  /** Any measure of how long it will take. */
  readonly cost: number;
  /** Numbers of leaves. */
  readonly dependsOn: readonly number[];
  /** Names of limits it counts under. */
  readonly limits: readonly string[];
}

export interface WorkBranch {
  /** Numbers of leaves and branches. */
  readonly children: readonly number[];
}

export interface ScheduleSettings {
  readonly maxParallel: number;
  readonly limits: ReadonlyMap<string, number>;
  readonly order: Order;
  readonly onFailure: OnFailure;
  readonly retries: number;
  readonly backoffMs: number;
  readonly seed: number;
}
