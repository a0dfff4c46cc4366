import type { Command, Input } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { Rule } from './rule.js';

const longestMs = 60_000;
/** Of rounding. */
const slack = 1e-6;

interface Due {
  readonly isNew: boolean;
  readonly waitMs: number;
}

/** One cut for each episode, waits that are honoured, and a cap that grows by one after each clean round. */
export class ThrottleRules implements Rule {
  /** Nothing starts before. */
  until = Number.NEGATIVE_INFINITY;
  readonly #facts: Facts;
  /** How many may run by what rate limits say. */
  #cap = Number.POSITIVE_INFINITY;
  /** How many starts there had been when the present episode opened. */
  #startsAtOpening = -1;
  /** Since the last clean round. */
  #episodes = 0;
  #clean = 0;
  /** Episodes since an attempt last came to an end of its own. */
  #barren = 0;
  #slowDown: Due | undefined;
  #speedUp: number | undefined;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  get most(): number {
    return Math.min(this.#facts.limit, this.#cap);
  }

  get isOn(): boolean {
    return this.#cap < this.#facts.limit;
  }

  onInput(input: Input): void {
    this.#slowDown = undefined;
    this.#speedUp = undefined;
    if (input.type !== 'ended') return;
    const { end } = input;
    if (end.kind === 'rate-limited') this.#onRateLimit(end.waitMs, this.#facts.tryOf(input).order);
    else if (end.kind === 'succeeded' || end.kind === 'failed' || end.kind === 'timed-out') this.#onCleanEnd();
  }

  #onRateLimit(waitMs: number | undefined, order: number): void {
    const isNew = order > this.#startsAtOpening;
    if (isNew) {
      // The one that ended ran too.
      this.#cap = Math.max(1, Math.floor(Math.min(this.most, this.#facts.running + 1) / 2));
      this.#startsAtOpening = this.#facts.starts;
      this.#clean = 0;
      this.#episodes++;
      this.#barren++;
    }
    const own = Math.max(this.#facts.settings.backoffMs, 1) * 2 ** (this.#episodes - 1);
    // After three in vain the service is not believed that it may be asked again so soon.
    const floor = this.#barren > 3 ? Math.max(this.#facts.settings.backoffMs, 1) * 2 ** (this.#barren - 4) : 0;
    const asked = waitMs === undefined ? own : Math.max(waitMs, Math.min(longestMs, floor));
    this.#slowDown = { isNew, waitMs: waitMs === undefined ? Math.min(longestMs, own) : asked };
  }

  #onCleanEnd(): void {
    this.#barren = 0;
    if (this.#cap === Number.POSITIVE_INFINITY || ++this.#clean < this.#cap) return;
    this.#clean = 0;
    this.#episodes = 0;
    this.#cap++;
    this.#speedUp = this.most;
    if (this.#cap >= this.#facts.limit) this.#cap = Number.POSITIVE_INFINITY;
  }

  onCommand(command: Command): void {
    if (command.type === 'start') {
      claim(this.#facts.now >= this.until, 'nothing starts while a service asks to wait', command.node);
      claim(this.#facts.running < this.most, 'nothing starts beyond what rate limits leave', command.node);
    } else if (command.type === 'slow-down') this.#checkSlowDown(command);
    else if (command.type === 'speed-up') {
      claim(command.cap === this.#speedUp, () => `sped up to ${command.cap}, expected ${this.#speedUp}`);
      this.#speedUp = undefined;
    }
  }

  #checkSlowDown({ isNew, until, cap }: Extract<Command, { type: 'slow-down' }>): void {
    const due = this.#slowDown;
    claim(due !== undefined, 'a run is slowed down by rate limits alone');
    const { waitMs } = due as Due;
    claim(isNew === due?.isNew, 'an episode is new where its attempt started after the last one opened');
    claim(cap === this.most, () => `cut to ${cap}, expected ${this.most}`);
    const least = this.#facts.now + waitMs;
    claim(until >= Math.max(least, this.until), 'a wait is honoured, and none becomes shorter');
    const most = Math.max(this.until, least + waitMs * 0.05 + slack);
    claim(until <= most, () => `waits until ${until}, which is after ${most}`);
    claim(isNew || until > this.until, 'what is told has changed');
    this.until = until;
    this.#slowDown = undefined;
  }

  afterwards(): void {
    claim(this.#speedUp === undefined, 'a clean round raises the cap');
    const { now } = this.#facts;
    const isDue = this.#slowDown && (this.#slowDown.isNew || this.until < now + this.#slowDown.waitMs);
    claim(!isDue, 'a rate limit slows a run down');
  }
}
