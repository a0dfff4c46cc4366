import type { Sample } from '../domain/sample.js';
import type { OfTry } from './protocol.js';
import type { Work } from './work.js';

/** What becomes of a unit. */
export const waiting = 0;
export const ready = 1;
export const running = 2;
export const backingOff = 3;
/** It has ended, and its slot is held until one of the leaf's samples is chosen. */
export const selecting = 4;
export const over = 5;

/** What a unit came to. `cancelled`: its attempt was asked to end, and did. `dropped`: it is not started any more. */
export type Result = 'accepted' | 'rejected' | 'failed' | 'timed-out' | 'cancelled' | 'dropped';

/**
 * What is started one at a time: each try of a leaf, and each branch. Units of one leaf stand next to each other; where
 * leaves have one try, units and nodes have the same numbers.
 */
export class Units {
  readonly count: number;
  readonly breadth: number;
  readonly state: Uint8Array;
  /** From 1. */
  readonly round: Uint16Array;
  /** Attempts that count: of its round, where leaves have several tries or rounds. */
  readonly attempts: Uint32Array;
  /** Of those: attempts that were made before and do not count against the retries. */
  readonly forgiven: Uint32Array;
  /** Whether the task's code was ever reached. */
  readonly begun: Uint8Array;
  /** Whether it must run alone from now on. */
  readonly alone: Uint8Array;
  /** Whether its running attempt was asked to end. */
  readonly asked: Uint8Array;
  /** Whether one of its rounds came to a value. */
  readonly hasSample: Uint8Array;
  /** Whether the end of its running attempt is of no use any more. */
  readonly isVoid: Uint8Array;
  readonly results: (Result | undefined)[];
  /** How its last attempt failed, for one that is not tried again after all. */
  readonly lastFailure = new Map<number, 'failed' | 'timed-out'>();
  readonly #leaves: number;

  constructor({ leaves, branches }: Work, breadth: number) {
    this.#leaves = leaves.length;
    this.breadth = breadth;
    this.count = leaves.length * breadth + branches.length;
    this.state = new Uint8Array(this.count);
    this.round = new Uint16Array(this.count).fill(1);
    this.attempts = new Uint32Array(this.count);
    this.forgiven = new Uint32Array(this.count);
    this.begun = new Uint8Array(this.count);
    this.alone = new Uint8Array(this.count);
    this.asked = new Uint8Array(this.count);
    this.hasSample = new Uint8Array(this.count);
    this.isVoid = new Uint8Array(this.count);
    this.results = new Array(this.count);
  }

  /** The first unit of a node. */
  firstOf(node: number): number {
    return node < this.#leaves ? node * this.breadth : node + this.#leaves * (this.breadth - 1);
  }

  /** One past the last. */
  endOf(node: number): number {
    return this.firstOf(node) + (node < this.#leaves ? this.breadth : 1);
  }

  unitOf({ node, try: number }: OfTry): number {
    return this.firstOf(node) + number - 1;
  }

  nodeOf(unit: number): number {
    const leaf = Math.floor(unit / this.breadth);
    return leaf < this.#leaves ? leaf : unit - this.#leaves * (this.breadth - 1);
  }

  nameOf(unit: number): OfTry {
    const node = this.nodeOf(unit);
    return { node, try: unit - this.firstOf(node) + 1 };
  }

  sampleOf(unit: number): Sample {
    return { try: this.nameOf(unit).try, round: this.round[unit] };
  }

  /** Whether it holds a slot. */
  holdsSlot(unit: number): boolean {
    return this.state[unit] === running || this.state[unit] === selecting;
  }

  /** For any unit of a node. */
  some(node: number, holds: (unit: number) => boolean): boolean {
    for (let unit = this.firstOf(node); unit < this.endOf(node); unit++) if (holds(unit)) return true;
    return false;
  }

  finish(unit: number, result: Result): void {
    this.state[unit] = over;
    this.results[unit] = result;
    this.lastFailure.delete(unit);
  }

  /** Lets all units of a node begin anew; what was tried is counted and forgiven. */
  reset(node: number, forgets: boolean): void {
    for (let unit = this.firstOf(node); unit < this.endOf(node); unit++) {
      this.state[unit] = waiting;
      this.results[unit] = undefined;
      this.hasSample[unit] = 0;
      this.round[unit] = 1;
      if (forgets) this.attempts[unit] = 0;
      this.forgiven[unit] = this.attempts[unit];
    }
  }
}
