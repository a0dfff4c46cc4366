import type { OnFailure, Order } from '../domain/order.js';
import type { Spending } from './protocol.js';

/**
 * What is to be done, by numbers: leaves are 0, 1, 2 … in plan order, and branches go on counting in tree order, so that
 * a branch stands before the branches below it.
 */
export interface Work {
  readonly leaves: readonly WorkLeaf[];
  readonly branches: readonly WorkBranch[];
}

export interface WorkLeaf {
  /** Any measure of how long it will take; for budgets and rates its tokens. */
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
  /** What may start in a minute; undefined where there is no such limit. */
  readonly rates?: Rates;
  readonly budget?: BudgetSettings;
  readonly sampling?: SamplingSettings;
  /** Whether rollups are work for which rates count, and not values merged here. */
  readonly rollUpsCost?: boolean;
}

export interface Rates {
  readonly requestsPerMinute: number | undefined;
  readonly tokensPerMinute: number | undefined;
}

export interface BudgetSettings {
  readonly tokens: number | undefined;
  readonly usd: number | undefined;
  readonly timeMs: number | undefined;
  /** The share of each from which on a warning is due. */
  readonly softAt: number;
  /** What an attempt is expected to spend; where it is not given, its tokens and what others have spent say. */
  readonly perAttempt: Partial<Spending>;
  readonly usdPerMillionTokens: number | undefined;
  /** Before this session began. */
  readonly spent: Spending & { readonly ms: number };
}

export interface SamplingSettings {
  /** Tries side by side. */
  readonly breadth: number;
  /** Rounds of each. */
  readonly depth: number;
  /** `first`: the first accepted value wins. `lowest`: that of the lowest try among all that would be accepted. */
  readonly pick: 'first' | 'lowest';
  /** Whether one is chosen where none is accepted. */
  readonly selects: boolean;
}
