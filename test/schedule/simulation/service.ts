import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';

/** A run comes to an end only where a service does not refuse for ever. */
const mostRefusals = 25;

/** A service that attempts use, which refuses them when it has too many, or as it likes. */
export class Service {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #mood: 'calm' | 'moody' | 'strict';
  readonly #share: number;
  /** How often it says how long to wait. */
  readonly #says: number;
  readonly #capacity: number;
  readonly #perMs: number;
  #level: number;
  #at: number;
  #refusals = 0;

  constructor(draw: Draw, agenda: Agenda) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#mood = draw.pick(['calm', 'moody', 'strict']);
    this.#share = draw.pick([0.03, 0.2, 0.5]);
    this.#says = draw.pick([0, 0.5, 1]);
    this.#capacity = draw.between(1, 5);
    this.#perMs = draw.pick([0.001, 0.02, 0.3]);
    this.#level = this.#capacity;
    this.#at = agenda.now;
  }

  /** Undefined where it serves. */
  refuses(): { readonly waitMs: number | undefined } | undefined {
    if (this.#mood === 'calm' || this.#refusals >= mostRefusals) return undefined;
    const waitMs = this.#mood === 'strict' ? this.#missing() : this.#unwilling();
    if (waitMs === undefined) return undefined;
    this.#refusals++;
    return { waitMs: this.#draw.chance(this.#says) ? waitMs : undefined };
  }

  #missing(): number | undefined {
    const { now } = this.#agenda;
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#level < 1) return Math.ceil((1 - this.#level) / this.#perMs);
    this.#level--;
    return undefined;
  }

  #unwilling(): number | undefined {
    return this.#draw.chance(this.#share) ? this.#draw.pick([0, 1, 20, 700, 90_000]) : undefined;
  }
}
