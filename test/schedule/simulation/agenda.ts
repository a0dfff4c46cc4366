import type { Input } from '../../../src/schedule/protocol.js';
import { Heap } from '../../../src/util/heap.js';
import type { Draw } from './draw.js';

/** What happens at an instant: decided when it comes, because an attempt may have ended otherwise by then. */
type Happening = () => readonly Input[];

interface Entry {
  readonly at: number;
  readonly tie: number;
  readonly happening: Happening;
}

/** A clock that is never waited for: it jumps to the next thing that happens. What happens at once comes in any order. */
export class Agenda {
  now: number;
  readonly #draw: Draw;
  readonly #entries = new Heap<Entry>((a, b) => a.at < b.at || (a.at === b.at && a.tie < b.tie));

  constructor(draw: Draw, now = 0) {
    this.#draw = draw;
    this.now = now;
  }

  after(ms: number, happening: Happening): void {
    this.#entries.push({ at: this.now + ms, tie: this.#draw.between(0, 2 ** 30), happening });
  }

  /** Undefined when nothing will ever happen again. */
  next(): readonly Input[] | undefined {
    const entry = this.#entries.pop();
    if (!entry) return undefined;
    this.now = entry.at;
    return entry.happening();
  }
}
