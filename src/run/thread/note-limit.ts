/** So many notes may come at once, and so many a millisecond in the long run: more than anyone reads. */
const burst = 10_000;
const perMs = 20;

/** Holds back a task that logs without end: the coordinator would have no time for anything else. */
export class NoteLimit {
  #left = burst;
  #at: number;
  #dropped = 0;

  constructor(now: number) {
    this.#at = now;
  }

  /** Whether another note may pass. */
  admits(now: number): boolean {
    this.#left = Math.min(burst, this.#left + (now - this.#at) * perMs);
    this.#at = now;
    if (this.#left < 1) {
      this.#dropped++;
      return false;
    }
    this.#left--;
    return true;
  }

  /** How many were held back since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
}
