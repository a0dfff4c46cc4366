import { Heap } from '../util/heap.js';

interface Lane {
  /** Places in `used` and `most` that its nodes count under. */
  readonly limits: readonly number[];
  readonly nodes: Heap<number>;
}

/**
 * Nodes that could start, least rank first. Nodes that count under the same limits wait in one lane, so a full limit
 * holds up its own lane and no other.
 */
export class Ready {
  readonly #lanes: Lane[] = [];
  readonly #laneOf: Uint32Array;
  readonly #most: number[] = [];
  readonly #used: number[] = [];
  readonly #ranks: Int32Array;

  constructor(ranks: Int32Array, namesOf: (node: number) => readonly string[], limits: ReadonlyMap<string, number>) {
    this.#ranks = ranks;
    this.#laneOf = new Uint32Array(ranks.length);
    const names = [...limits.keys()];
    this.#most = [...limits.values()];
    this.#used = names.map(() => 0);
    const lanes = new Map<string, number>();
    for (let node = 0; node < ranks.length; node++) {
      const under = names.flatMap((name, i) => (namesOf(node).includes(name) ? [i] : []));
      const key = under.join();
      let lane = lanes.get(key);
      if (lane === undefined) {
        lane = this.#lanes.push({ limits: under, nodes: new Heap((a, b) => ranks[a] < ranks[b]) }) - 1;
        lanes.set(key, lane);
      }
      this.#laneOf[node] = lane;
    }
  }

  add(node: number): void {
    this.#lanes[this.#laneOf[node]].nodes.push(node);
  }

  /** The next node that may start, which then counts under its limits until `release`. */
  take(): number | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes) {
      const head = lane.nodes.peek();
      if (head === undefined || !lane.limits.every((limit) => this.#used[limit] < this.#most[limit])) continue;
      if (best === undefined || this.#ranks[head] < this.#ranks[best.nodes.peek() as number]) best = lane;
    }
    for (const limit of best?.limits ?? []) this.#used[limit]++;
    return best?.nodes.pop();
  }

  release(node: number): void {
    for (const limit of this.#lanes[this.#laneOf[node]].limits) this.#used[limit]--;
  }

  /** Takes out everything that waits. */
  drain(): number[] {
    const all: number[] = [];
    for (const { nodes } of this.#lanes) {
      for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) all.push(node);
    }
    return all;
  }
}
