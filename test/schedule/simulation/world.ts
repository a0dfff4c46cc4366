import type { AttemptEnd, Command, Input } from '../../../src/schedule/protocol.js';
import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';
import { someTemperament, type Temperament } from './temperament.js';

interface Attempt {
  readonly thread: number;
  readonly alone: boolean;
}

/** Attempts lost for no fault of the node; bounded, so that a run comes to an end. */
const mostLosses = 4;

const afterCancel: readonly AttemptEnd['kind'][] = [
  'cancelled',
  'cancelled',
  'cancelled',
  'succeeded',
  'failed',
  'timed-out',
  'displaced',
  'suspected',
  'not-begun',
];

/** Carries out commands as threads would, in virtual time, with faults. */
export class World {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #temperament: Temperament;
  readonly #running = new Map<number, Attempt>();
  readonly #waits = new Map<number, object>();
  readonly #losses = new Map<number, number>();
  #threads: number;
  readonly #note: (what: string) => void;

  constructor(draw: Draw, agenda: Agenda, note: (what: string) => void) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#note = note;
    this.#temperament = someTemperament(draw);
    this.#threads = this.#temperament.threads;
  }

  /** About how long an attempt takes at most. */
  get longest(): number {
    return this.#temperament.longest;
  }

  perform(command: Command): void {
    if (command.type === 'start') this.#start(command.node, command.alone);
    else if (command.type === 'end') this.#askToEnd(command.node);
    else if (command.type === 'wait') this.#wait(command.node, command.ms);
    else if (command.type === 'forget-wait') this.#waits.delete(command.node);
  }

  #start(node: number, alone: boolean): void {
    // A suspect gets a thread of its own.
    const attempt = { thread: alone ? this.#threads++ : this.#draw.between(1, this.#temperament.threads), alone };
    this.#running.set(node, attempt);
    this.#agenda.after(this.#draw.between(0, this.#temperament.longest), () => {
      if (this.#running.get(node) !== attempt) return [];
      return this.#draw.chance(this.#temperament.threadDies) ? this.#threadDies(node, attempt) : this.#ends(node);
    });
  }

  #ends(node: number): Input[] {
    const { fails, timesOut, notBegun } = this.#temperament;
    if (this.#draw.chance(fails)) return [this.#end(node, 'failed')];
    if (this.#draw.chance(timesOut)) return [this.#end(node, 'timed-out')];
    if (this.#mayBeLost(node) && this.#draw.chance(notBegun)) return [this.#end(node, 'not-begun')];
    return [this.#end(node, 'succeeded')];
  }

  /** Takes all attempts on the thread with it. */
  #threadDies(culprit: number, { thread, alone }: Attempt): Input[] {
    const others = [...this.#running].filter(([node, other]) => other.thread === thread && node !== culprit);
    const lost = others.map(([node]) => node).filter((node) => this.#mayBeLost(node));
    const isKnown = alone || lost.length === 0 || !this.#mayBeLost(culprit) || this.#draw.chance(0.5);
    this.#note(`thread died, cause ${isKnown ? 'known' : 'unknown'}, ${Math.min(lost.length, 2)} others`);
    const ends = lost.map((node) => this.#end(node, isKnown ? 'displaced' : 'suspected'));
    ends.splice(this.#draw.between(0, ends.length), 0, this.#end(culprit, this.#endOfCulprit(isKnown)));
    return ends;
  }

  #endOfCulprit(isKnown: boolean): AttemptEnd['kind'] {
    return isKnown ? this.#draw.pick(['failed', 'timed-out']) : 'suspected';
  }

  #askToEnd(node: number): void {
    const attempt = this.#running.get(node);
    // It died with its thread a moment ago, which is about to be told.
    if (!attempt) return this.#note('asked to end after its end');
    this.#agenda.after(this.#draw.between(0, 5), () => {
      if (this.#running.get(node) !== attempt) return [];
      const kind = this.#draw.pick(afterCancel);
      this.#note(`asked to end, ended ${kind}`);
      return [this.#end(node, kind)];
    });
  }

  #end(node: number, kind: AttemptEnd['kind']): Input {
    this.#running.delete(node);
    this.#note(`end ${kind}`);
    if (kind === 'displaced' || kind === 'suspected' || kind === 'not-begun') {
      this.#losses.set(node, (this.#losses.get(node) ?? 0) + 1);
    }
    const retryable = this.#draw.chance(this.#temperament.worthRetrying);
    return { type: 'ended', node, end: kind === 'failed' || kind === 'timed-out' ? { kind, retryable } : { kind } };
  }

  #mayBeLost(node: number): boolean {
    return (this.#losses.get(node) ?? 0) < mostLosses;
  }

  #wait(node: number, ms: number): void {
    const wait = {};
    this.#waits.set(node, wait);
    this.#agenda.after(ms, () => {
      const isDue = this.#waits.get(node) === wait;
      if (isDue) this.#waits.delete(node);
      // A timer may go off as it is taken back.
      else if (this.#draw.chance(0.5)) return [];
      else this.#note('a wait that was forgotten came due');
      return [{ type: 'retry-due', node }];
    });
  }
}
