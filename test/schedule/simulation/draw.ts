import { seededRandom } from '../../../src/util/random.js';

/** Random choices that follow from a seed. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    // Mixed, because neighbouring seeds shall not give neighbouring runs.
    this.#random = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor((this.#random() / 2 ** 32) * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.#random() / 2 ** 32 < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)];
  }
}
