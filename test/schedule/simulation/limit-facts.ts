import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';

/** How much of the named limits is used. */
export class LimitFacts {
  readonly #used = new Map<string, number>();
  readonly #namesOf: readonly (readonly string[])[];
  readonly #most: ReadonlyMap<string, number>;

  constructor({ leaves }: Work, { limits }: ScheduleSettings) {
    this.#most = limits;
    this.#namesOf = leaves.map((leaf) => [...new Set(leaf.limits)].filter((name) => limits.has(name)));
  }

  hasRoom(node: number): boolean {
    return (this.#namesOf[node] ?? []).every((name) => (this.#used.get(name) ?? 0) < this.#most.get(name)!);
  }

  use(node: number, by: number): void {
    for (const name of this.#namesOf[node] ?? []) this.#used.set(name, (this.#used.get(name) ?? 0) + by);
  }
}
