import { Heap } from '../util/heap.js';

interface Lane {
  /** Places in `used` and `most` that its units count under. */
  readonly limits: readonly number[];
  readonly units: Heap<number>;
}

export interface ReadyOptions {
  /** Of each unit: its place in the queue, least first. */
  readonly ranks: Int32Array;
  readonly namesOf: (unit: number) => readonly string[];
  readonly limits: ReadonlyMap<string, number>;
  /** Whether one that was added is still wanted: one that is not is dropped when its turn comes. */
  readonly isWanted: (unit: number) => boolean;
}

/**
 * Units that could start, least rank first. Those that count under the same limits wait in one lane, so a full limit
 * holds up its own lane and no other.
 */
export class Ready {
  readonly #lanes: Lane[] = [];
  readonly #laneOf: Uint32Array;
  readonly #most: number[] = [];
  readonly #used: number[] = [];
  readonly #ranks: Int32Array;
  readonly #isWanted: (unit: number) => boolean;

  constructor({ ranks, namesOf, limits, isWanted }: ReadyOptions) {
    this.#ranks = ranks;
    this.#isWanted = isWanted;
    this.#laneOf = new Uint32Array(ranks.length);
    const names = [...limits.keys()];
    this.#most = [...limits.values()];
    this.#used = names.map(() => 0);
    const lanes = new Map<string, number>();
    for (let unit = 0; unit < ranks.length; unit++) {
      const under = names.flatMap((name, i) => (namesOf(unit).includes(name) ? [i] : []));
      const key = under.join();
      let lane = lanes.get(key);
      if (lane === undefined) {
        lane = this.#lanes.push({ limits: under, units: new Heap((a, b) => ranks[a] < ranks[b]) }) - 1;
        lanes.set(key, lane);
      }
      this.#laneOf[unit] = lane;
    }
  }

  add(unit: number): void {
    this.#lanes[this.#laneOf[unit]].units.push(unit);
  }

  /** The next unit that may start. */
  next(): number | undefined {
    let best: number | undefined;
    for (const { units, limits } of this.#lanes) {
      if (!limits.every((limit) => this.#used[limit] < this.#most[limit])) continue;
      let head = units.peek();
      for (; head !== undefined && !this.#isWanted(head); head = units.peek()) units.pop();
      if (head !== undefined && (best === undefined || this.#ranks[head] < this.#ranks[best])) best = head;
    }
    return best;
  }

  /** Takes the one that is next, which then counts under its limits until `release`. */
  take(unit: number): void {
    this.#lanes[this.#laneOf[unit]].units.pop();
    this.hold(unit);
  }

  hold(unit: number): void {
    for (const limit of this.#lanes[this.#laneOf[unit]].limits) this.#used[limit]++;
  }

  release(unit: number): void {
    for (const limit of this.#lanes[this.#laneOf[unit]].limits) this.#used[limit]--;
  }

  /** Takes out everything that waits and is wanted. */
  drain(): number[] {
    const all = new Set<number>();
    for (const { units } of this.#lanes) {
      for (let unit = units.pop(); unit !== undefined; unit = units.pop()) if (this.#isWanted(unit)) all.add(unit);
    }
    return [...all];
  }
}
