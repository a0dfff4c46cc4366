import type { BranchValue, ExecuteOptions, LeafValue, TaskLike } from '../options/execute-options.js';
import { checkExecute, checkMaxParallel } from './execute.js';
import { Execution } from './execution.js';
import type { Plan } from './plan.js';

/** A plan in the making. Lazy: nothing is read until it is awaited or executed; awaiting it again gives the same plan. */
export class Decomposition implements PromiseLike<Plan> {
  readonly #make: () => Promise<Plan>;
  #plan: Promise<Plan> | undefined;

  constructor(make: () => Promise<Plan>) {
    this.#make = make;
  }

  then<A = Plan, B = never>(
    onPlan?: ((plan: Plan) => A | PromiseLike<A>) | null,
    onFailure?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promise().then(onPlan, onFailure);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as promises have it, so that a handler may name what it expects
  catch<B = never>(onFailure?: ((reason: any) => B | PromiseLike<B>) | null): Promise<Plan | B> {
    return this.#promise().catch(onFailure);
  }

  finally(onEnd?: (() => void) | null): Promise<Plan> {
    return this.#promise().finally(onEnd);
  }

  /** Makes the plan and runs a task on every leaf of it. Invalid options throw at once, before anything is read. */
  execute<K extends TaskLike, R = BranchValue<K>>(options: ExecuteOptions<K, R>): Execution<LeafValue<K>, R> {
    checkExecute(options);
    return new Execution(
      this.#promise().then((plan) => plan.begin(options)),
      checkMaxParallel,
    );
  }

  #promise(): Promise<Plan> {
    this.#plan ??= this.#make();
    return this.#plan;
  }
}
