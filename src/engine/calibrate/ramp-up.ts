/** How many times the slots may end before it is over, whoever is still running of the first ones. */
const patience = 3;
/** But not sooner than this: a thread that is new loads the task first, and many short leaves end on others meanwhile. */
const longestLoadMs = 1000;

/**
 * The beginning of a step. When the cap is raised, the slots that are new all start at once, some of them on threads that
 * are cold, and what runs already began under the old cap. So those that have the slots first are let pass.
 */
export class RampUp {
  readonly #slots: number;
  readonly #begunAt: number;
  readonly #first: Set<string>;
  #toFill: number;
  #ended = 0;
  isOver = false;

  constructor({ slots, running, at }: { slots: number; running: Iterable<string>; at: number }) {
    this.#slots = slots;
    this.#begunAt = at;
    this.#first = new Set(running);
    this.#toFill = slots - this.#first.size;
  }

  began(id: string): void {
    if (this.#toFill-- > 0) this.#first.add(id);
  }

  ended(id: string, at: number): void {
    this.#ended++;
    this.#first.delete(id);
    const haveFirstEnded = this.#ended >= this.#slots && this.#first.size === 0;
    const isLong = this.#ended >= patience * this.#slots && at - this.#begunAt >= longestLoadMs;
    this.isOver = haveFirstEnded || isLong;
  }
}
