import type { Sample } from '../domain/sample.js';
import type { Command } from '../schedule/protocol.js';

/** An attempt under way, with the slot it holds. */
export interface Flight {
  readonly slot: number;
  readonly node: number;
  readonly try: number;
  readonly attempt: number;
  readonly alone: boolean;
  /** Of a leaf that is sampled. */
  readonly sample: Sample | undefined;
}

type Start = Extract<Command, { type: 'start' }>;

/** Which attempt holds which slot. */
export class Flights {
  readonly #isSampled: (node: number) => boolean;
  readonly #bySlot: Flight[] = [];
  readonly #byTry = new Map<string | number, Flight>();
  readonly #free: number[] = [];

  constructor(isSampled: (node: number) => boolean) {
    this.#isSampled = isSampled;
  }

  take(start: Start): Flight {
    const flight = this.of(start, this.#free.pop() ?? this.#bySlot.length);
    this.#bySlot[flight.slot] = flight;
    this.#byTry.set(keyOf(flight), flight);
    return flight;
  }

  /** One that needs no slot of its own, since it is over at once. */
  of({ node, try: number, round, attempt, alone }: Start, slot = -1): Flight {
    const sample = this.#isSampled(node) ? { try: number, round } : undefined;
    return { slot, node, try: number, attempt, alone, sample };
  }

  release(flight: Flight): void {
    this.#free.push(flight.slot);
    this.#byTry.delete(keyOf(flight));
  }

  at(slot: number): Flight {
    return this.#bySlot[slot];
  }

  find(name: Pick<Flight, 'node' | 'try'>): Flight | undefined {
    return this.#byTry.get(keyOf(name));
  }
}

const keyOf = ({ node, try: number }: Pick<Flight, 'node' | 'try'>): string | number =>
  number === 1 ? node : `${node}.${number}`;
