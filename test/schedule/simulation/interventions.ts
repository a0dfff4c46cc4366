import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { Work } from '../../../src/schedule/work.js';
import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';

const mostOfThem = 8;

/** Users who end single leaves and run others again, mostly where there is reason to. */
export class Interventions {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #leaves: number;
  readonly #cancels: number;
  readonly #retries: number;
  readonly #lost: number[] = [];
  #left = mostOfThem;

  constructor(draw: Draw, agenda: Agenda, { leaves }: Work) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#leaves = leaves.length;
    this.#cancels = draw.pick([0, 0, 0.03, 0.2]);
    this.#retries = draw.pick([0, 0, 0.3, 0.8]);
  }

  /** Before the run begins. */
  *before(): Generator<Input> {
    while (this.#leaves > 0 && this.#draw.chance(0.05)) {
      const leaf = this.#draw.between(0, this.#leaves - 1);
      yield this.#cancel(leaf);
      if (this.#draw.chance(0.5)) yield { type: 'retry-leaf', node: leaf };
    }
  }

  watch(command: Command): void {
    if (this.#left === 0 || this.#leaves === 0) return;
    const { type } = command;
    if (type === 'settle' && command.outcome !== 'succeeded') {
      this.#lost.push(command.node);
      this.#mayRetry(command.node);
    }
    if (type !== 'start' && type !== 'wait' && type !== 'select') return;
    this.#mayCancel(command.node);
    // A rollup that runs or waits to may lack what a leaf would have, were it run again.
    if (command.node >= this.#leaves && this.#lost.length > 0) this.#mayRetry(this.#draw.pick(this.#lost));
  }

  #some(node: number): number {
    return this.#draw.chance(0.85) ? node : this.#draw.between(0, this.#leaves - 1);
  }

  #mayCancel(node: number): void {
    if (!this.#draw.chance(this.#cancels)) return;
    this.#left--;
    const leaf = this.#some(node);
    this.#agenda.after(this.#draw.pick([0, 1, 30]), () => [this.#cancel(leaf)]);
  }

  #cancel(leaf: number): Input {
    return { type: 'cancel-leaf', node: leaf, why: `leaf ${leaf} was cancelled` };
  }

  #mayRetry(node: number): void {
    if (!this.#draw.chance(this.#retries)) return;
    this.#left--;
    const leaf = this.#some(node);
    const at = this.#draw.pick([0, 0, 2, 50]);
    this.#agenda.after(at, () => [{ type: 'retry-leaf', node: leaf }]);
    if (!this.#draw.chance(0.1)) return;
    const type = this.#draw.pick(['stop', 'cancel'] as const);
    this.#agenda.after(at + this.#draw.pick([0, 1, 20]), () => [{ type, why: 'the user had enough of it' }]);
  }
}
