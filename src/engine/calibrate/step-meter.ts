import type { CalibrationStep, Pace } from '../../domain/calibration.js';
import { type Sample, uncertainty } from './pace.js';
import { RampUp } from './ramp-up.js';

/** A step is not decided by fewer ends than this. */
const fewest = 4;
/** Nor by more than so many times what would do if all leaves took the same time. */
const patience = 4;
/** How far off a pace may be. */
const closeEnough = 0.15;
/** What is over sooner was mostly chance. */
const shortestMs = 200;

export interface StepStart {
  readonly maxParallel: number;
  readonly at: number;
  /** Ids of the leaves that run already. */
  readonly running: Iterable<string>;
  readonly rateLimits: number;
}

/** How an attempt ended. What it took counts however it did; what is done is what succeeded. */
export interface End {
  readonly id: string;
  readonly at: number;
  readonly ms: number;
  /** Undefined: it failed. */
  readonly sample: Sample | undefined;
}

/**
 * Measures one step, after its ramp-up, by what ends then, whenever it began: to count only leaves that also began in the
 * step would favour short ones.
 *
 * The pace is how many ran on average, by what each of them gets done in its time. To count ends in a time says the same in the
 * long run, but ends often come in bursts, and with few of them it matters whether the last burst was counted.
 */
export class StepMeter {
  readonly maxParallel: number;
  /** Leaves that succeeded while it counted. */
  samples: Sample[] = [];
  rateLimits: number;
  freeMemory = 1;
  #ended = 0;
  #failed = 0;
  #rampUp: RampUp;
  #from = 0;
  #counted = 0;
  /** What those that ended took, and for how long slots were in use meanwhile. */
  #tookMs = 0;
  #busyMs = 0;
  #lap: Pace | undefined;

  constructor({ maxParallel, at, running, rateLimits }: StepStart) {
    this.maxParallel = maxParallel;
    this.rateLimits = rateLimits;
    this.#rampUp = new RampUp({ slots: maxParallel, running, at });
  }

  began(id: string): void {
    this.#rampUp.began(id);
  }

  /** For so long so many were running. */
  passed(ms: number, running: number): void {
    if (this.#rampUp.isOver) this.#busyMs += ms * running;
  }

  end({ id, at, ms, sample }: End): void {
    this.#ended++;
    if (!sample) this.#failed++;
    if (!this.#rampUp.isOver) {
      this.#rampUp.ended(id, at);
      this.#from = at;
      return;
    }
    this.#counted++;
    this.#tookMs += ms;
    if (sample) this.samples.push(sample);
    // As often as there are slots something has ended, so that each had its share in it.
    if (this.#counted % this.maxParallel === 0) this.#lap = this.#paceAt(at);
  }

  /** Slots were left empty, or something was missed: what was measured is void. */
  restart(at: number, running: Iterable<string>): void {
    this.#rampUp = new RampUp({ slots: this.maxParallel, running, at });
    [this.#counted, this.#tookMs, this.#busyMs] = [0, 0, 0];
    this.samples = [];
    this.#lap = undefined;
  }

  /** Whether the pace is known well enough. */
  get isEnough(): boolean {
    if (!this.#lap) return false;
    const enough = Math.max(2 * this.maxParallel, fewest);
    if (this.#counted >= patience * enough) return true;
    const isLong = this.#lap.seconds * 1000 >= shortestMs;
    return this.#counted >= enough && isLong && this.#lap.uncertainty <= closeEnough;
  }

  report(): CalibrationStep {
    const { maxParallel, rateLimits, freeMemory } = this;
    return { maxParallel, ended: this.#ended, failed: this.#failed, pace: this.#lap, rateLimits, freeMemory };
  }

  #paceAt(at: number): Pace {
    // All of it may fall into one tick of the clock.
    const ms = Math.max(leastMs, at - this.#from);
    const perSecond = ((this.#busyMs / ms) * 1000) / Math.max(leastMs, this.#tookMs);
    const leaves = this.samples.length;
    const tokens = this.samples.reduce((sum, sample) => sum + sample.tokens, 0);
    return {
      ...{ seconds: ms / 1000, leaves, leavesPerSecond: leaves * perSecond, tokensPerSecond: tokens * perSecond },
      uncertainty: uncertainty(this.samples),
    };
  }
}

const leastMs = 0.001;
