import type { Sample } from '../../../src/domain/sample.js';
import type { Input, OfTry, SelectEnd } from '../../../src/schedule/protocol.js';
import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';
import type { Spender } from './spender.js';

interface Surroundings {
  readonly draw: Draw;
  readonly agenda: Agenda;
  readonly note: (what: string) => void;
  readonly spender: Spender;
}

/** Chooses among the samples of a leaf of which none was accepted. */
export class Selector {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #note: (what: string) => void;
  readonly #spender: Spender;
  readonly #samples = new Map<number, Sample[]>();
  readonly #choosing = new Map<number, object>();

  constructor({ draw, agenda, note, spender }: Surroundings) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#note = note;
    this.#spender = spender;
  }

  add(node: number, sample: Sample): void {
    this.#samples.set(node, [...(this.#samples.get(node) ?? []), sample]);
  }

  forget(node: number): void {
    this.#samples.delete(node);
  }

  isChoosing(node: number): boolean {
    return this.#choosing.has(node);
  }

  choose(of: OfTry, longest: number): void {
    const { node } = of;
    const choice = {};
    this.#choosing.set(node, choice);
    // Whoever chooses may be a service that costs as well.
    this.#agenda.after(0, () => {
      const spends = this.#choosing.get(node) === choice && this.#spender.reports() > 0;
      return spends ? [this.#spender.spending(of)] : [];
    });
    this.#comesBack(node, longest, ['chosen', 'chosen', 'none', 'failed', 'cancelled']);
  }

  askToEnd(node: number): void {
    this.#note('asked to end while one is chosen');
    this.#comesBack(node, 5, ['cancelled', 'cancelled', 'chosen', 'failed']);
  }

  #comesBack(node: number, longest: number, ways: readonly SelectEnd[]): void {
    const choice = this.#choosing.get(node);
    this.#agenda.after(this.#draw.between(0, longest), (): Input[] => {
      if (this.#choosing.get(node) !== choice) return [];
      this.#choosing.delete(node);
      const how = this.#draw.pick(ways);
      this.#note(`selected: ${how}`);
      const sample = how === 'chosen' ? this.#draw.pick(this.#samples.get(node)!) : undefined;
      return [{ type: 'selected', node, sample, how }];
    });
  }
}
