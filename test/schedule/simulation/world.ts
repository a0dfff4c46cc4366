import type { AttemptEnd, Command, Input, OfTry } from '../../../src/schedule/protocol.js';
import type { Agenda } from './agenda.js';
import type { Draw } from './draw.js';
import type { Extras } from './extras.js';
import { someTemperament, type Temperament } from './temperament.js';

interface Attempt extends OfTry {
  readonly round: number;
  readonly thread: number;
  readonly alone: boolean;
  /** By a service, as soon as it asked. */
  readonly refused: { readonly waitMs: number | undefined } | undefined;
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

const keyOf = ({ node, try: number }: OfTry): string => `${node}/${number}`;

interface Surroundings {
  readonly draw: Draw;
  readonly agenda: Agenda;
  readonly note: (what: string) => void;
  /** Services, budgets and samples; undefined where a run has none of them. */
  readonly extras: Extras | undefined;
}

/** Carries out commands as threads would, in virtual time, with faults. */
export class World {
  readonly #draw: Draw;
  readonly #agenda: Agenda;
  readonly #note: (what: string) => void;
  readonly #extras: Extras | undefined;
  readonly #temperament: Temperament;
  readonly #running = new Map<string, Attempt>();
  readonly #waits = new Map<string, object>();
  readonly #losses = new Map<number, number>();
  #threads: number;

  constructor({ draw, agenda, note, extras }: Surroundings) {
    this.#draw = draw;
    this.#agenda = agenda;
    this.#note = note;
    this.#extras = extras;
    this.#temperament = someTemperament(draw);
    this.#threads = this.#temperament.threads;
  }

  /** About how long an attempt takes at most. */
  get longest(): number {
    return this.#temperament.longest;
  }

  perform(command: Command): void {
    if (command.type === 'start') this.#start(command);
    else if (command.type === 'end') this.#askToEnd(command);
    else if (command.type === 'wait') this.#wait(command);
    else if (command.type === 'forget-wait') this.#waits.delete(keyOf(command));
    else this.#extras?.perform(command, this.longest);
    this.#extras?.interventions.watch(command);
  }

  #start({ node, try: number, round, alone }: Extract<Command, { type: 'start' }>): void {
    // A suspect gets a thread of its own.
    const thread = alone ? this.#threads++ : this.#draw.between(1, this.#temperament.threads);
    const refused = this.#extras?.service.refuses();
    const attempt: Attempt = { node, try: number, round, thread, alone, refused };
    this.#running.set(keyOf(attempt), attempt);
    const lasts = this.#draw.between(0, this.#temperament.longest);
    this.#agenda.after(lasts, () => {
      if (!this.#isRunning(attempt)) return [];
      return this.#draw.chance(this.#temperament.threadDies) ? this.#threadDies(attempt) : this.#ends(attempt);
    });
    if (!refused) this.#spend(attempt, lasts);
  }

  #spend(attempt: Attempt, lasts: number): void {
    for (let left = this.#extras?.spender.reports() ?? 0; left > 0; left--) {
      this.#agenda.after(this.#draw.between(0, lasts), () =>
        this.#isRunning(attempt) ? [this.#extras!.spender.spending(attempt)] : [],
      );
    }
  }

  #isRunning(attempt: Attempt): boolean {
    return this.#running.get(keyOf(attempt)) === attempt;
  }

  #ends(attempt: Attempt): Input[] {
    const { fails, timesOut, notBegun } = this.#temperament;
    if (attempt.refused) return [this.#end(attempt, 'rate-limited')];
    if (this.#draw.chance(fails)) return [this.#end(attempt, 'failed')];
    if (this.#draw.chance(timesOut)) return [this.#end(attempt, 'timed-out')];
    if (this.#mayBeLost(attempt.node) && this.#draw.chance(notBegun)) return [this.#end(attempt, 'not-begun')];
    return [this.#end(attempt, 'succeeded')];
  }

  /** Takes all attempts on the thread with it. */
  #threadDies(culprit: Attempt): Input[] {
    const others = [...this.#running.values()].filter((one) => one.thread === culprit.thread && one !== culprit);
    const lost = others.filter(({ node }) => this.#mayBeLost(node));
    const isKnown = culprit.alone || lost.length === 0 || !this.#mayBeLost(culprit.node) || this.#draw.chance(0.5);
    this.#note(`thread died, cause ${isKnown ? 'known' : 'unknown'}, ${Math.min(lost.length, 2)} others`);
    const ends = lost.map((one) => this.#end(one, isKnown ? 'displaced' : 'suspected'));
    ends.splice(this.#draw.between(0, ends.length), 0, this.#end(culprit, this.#endOfCulprit(isKnown)));
    return ends;
  }

  #endOfCulprit(isKnown: boolean): AttemptEnd['kind'] {
    return isKnown ? this.#draw.pick(['failed', 'timed-out']) : 'suspected';
  }

  #askToEnd(of: OfTry): void {
    const attempt = this.#running.get(keyOf(of));
    if (!attempt && this.#extras?.selector.isChoosing(of.node)) return this.#extras.selector.askToEnd(of.node);
    // It died with its thread a moment ago, which is about to be told.
    if (!attempt) return this.#note('asked to end after its end');
    this.#agenda.after(this.#draw.between(0, 5), () => {
      if (!this.#isRunning(attempt)) return [];
      const kind = attempt.refused && this.#draw.chance(0.5) ? 'rate-limited' : this.#draw.pick(afterCancel);
      this.#note(`asked to end, ended ${kind}`);
      return [this.#end(attempt, kind)];
    });
  }

  #end(attempt: Attempt, kind: AttemptEnd['kind']): Input {
    const { node, try: number } = attempt;
    this.#running.delete(keyOf(attempt));
    this.#note(`end ${kind}`);
    if (kind === 'displaced' || kind === 'suspected' || kind === 'not-begun') {
      this.#losses.set(node, (this.#losses.get(node) ?? 0) + 1);
    }
    const retryable = this.#draw.chance(this.#temperament.worthRetrying);
    return { type: 'ended', node, try: number, end: this.#endOf(attempt, kind, retryable) };
  }

  #endOf(attempt: Attempt, kind: AttemptEnd['kind'], retryable: boolean): AttemptEnd {
    if (kind === 'failed' || kind === 'timed-out') return { kind, retryable };
    if (kind === 'rate-limited') return { kind, waitMs: attempt.refused?.waitMs };
    if (kind === 'succeeded' && this.#extras) return { kind, ...this.#extras.judge(attempt) };
    return { kind };
  }

  #mayBeLost(node: number): boolean {
    return (this.#losses.get(node) ?? 0) < mostLosses;
  }

  #wait({ node, try: number, ms }: Extract<Command, { type: 'wait' }>): void {
    const wait = {};
    const key = `${node}/${number}`;
    this.#waits.set(key, wait);
    this.#agenda.after(ms, () => {
      const isDue = this.#waits.get(key) === wait;
      if (isDue) this.#waits.delete(key);
      // A timer may go off as it is taken back.
      else if (this.#draw.chance(0.5)) return [];
      else this.#note('a wait that was forgotten came due');
      return [{ type: 'retry-due', node, try: number }];
    });
  }
}
