/** Longer waits than this overflow a timer: it goes off at once then. */
const longestMs = 2 ** 31 - 1;

/** Timers by name. Setting one anew takes the place of the one before. */
export class Timers {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  set(name: string, ms: number, due: () => void): void {
    this.clear(name);
    const timer = setTimeout(
      () => {
        this.#timers.delete(name);
        due();
      },
      Math.min(longestMs, Math.max(0, ms)),
    );
    this.#timers.set(name, timer);
  }

  clear(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  clearAll(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
