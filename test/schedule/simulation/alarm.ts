import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';

/** Wakes a run when it asked to be woken, as timers do: late, a moment early, or after it was set anew. */
export class Alarm {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #note: (what: string) => void;
  #set: object | undefined;

  constructor(draw: Draw, agenda: Agenda, note: (what: string) => void) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#note = note;
  }

  setTo(at: number): void {
    const wake = {};
    this.#set = wake;
    const off = this.#draw.pick([0, 0, 0, 2, 30, -0.5]);
    this.#agenda.after(Math.max(0, at - this.#agenda.now + off), () => {
      const isMeant = this.#set === wake;
      if (isMeant) this.#set = undefined;
      else if (this.#draw.chance(0.7)) return [];
      this.#note(isMeant ? 'woken' : 'woken by a wake that was replaced');
      if (isMeant && off < 0) this.#note('woken a moment early');
      return [{ type: 'woken' }];
    });
  }
}
