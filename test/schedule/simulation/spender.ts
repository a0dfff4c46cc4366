import type { Input, OfTry } from '../../../src/schedule/protocol.js';
import type { Work } from '../../../src/schedule/work.js';
import type { Draw } from './draw.js';
import { usdPerToken } from './some-features.js';

/** Says what attempts spend: as expected, more or less, in one piece or several, or nothing. */
export class Spender {
  readonly #draw: Draw;
  readonly #work: Work;
  readonly #share: number;
  readonly #factors: readonly number[];

  constructor(draw: Draw, work: Work) {
    this.#draw = draw;
    this.#work = work;
    this.#share = draw.pick([0, 0.5, 1, 1]);
    this.#factors = draw.pick([[1], [0.2, 0.6], [0.5, 1, 2], [1, 3]]);
  }

  /** How often an attempt will say so. */
  reports(): number {
    return this.#draw.chance(this.#share) ? this.#draw.between(1, 3) : 0;
  }

  spending({ node, try: number }: OfTry): Input {
    const cost = this.#work.leaves[node]?.cost ?? 3;
    const tokens = Math.ceil((cost * this.#draw.pick(this.#factors)) / 2);
    const usd = tokens * usdPerToken * this.#draw.pick([1, 1, 2]);
    return { type: 'spent', node, try: number, spending: { tokens, usd } };
  }
}
