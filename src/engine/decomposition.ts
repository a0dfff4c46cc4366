import type { Plan } from '../plan/plan.js';

/** A plan in the making. Lazy: nothing is read until it is awaited; awaiting it again gives the same plan. */
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

  #promise(): Promise<Plan> {
    this.#plan ??= this.#make();
    return this.#plan;
  }
}
