import type { CalibrationChoice, CalibrationResult, CalibrationStep, PaceUnit } from '../../domain/calibration.js';
import type { RunEvent } from '../../domain/run-event.js';
import type { RunReport } from '../../domain/run-report.js';
import { whyEnded, whyTooFew } from './because.js';
import { type Decision, decide, type Measured, troubleIn } from './knee.js';
import { type Sample, unitFor } from './pace.js';
import { StepMeter } from './step-meter.js';

export interface Calibrating {
  readonly upTo: number;
  /** The tokens of a leaf, by its id. */
  readonly tokensOf: (id: string) => number;
  /** The share of the memory that is free. */
  readonly freeMemory: () => number;
}

/** To look at the memory costs more than a short leaf does. */
const lookEveryMs = 20;

/** Takes in the events of a run, step by step, and says when to let more run and when to stop. */
export class Calibrator {
  readonly #options: Calibrating;
  readonly #steps: CalibrationStep[] = [];
  readonly #samples: Sample[][] = [];
  /** Undefined until the first step, between two and after the last: what ends then belongs to none. */
  #meter: StepMeter | undefined;
  readonly #freeBefore: number;
  #lookedAt = 0;
  /** Leaves that run now, and since when. */
  readonly #running = new Map<string, number>();
  #lastAt = 0;
  /** Leaves that have begun, or are settled without. */
  readonly #begun = new Set<string>();
  #toBegin = 0;
  /** What a service asked for after a step was measured and before the next was in force counts for the next. */
  #slowedBetween = 0;
  #isEnding = false;
  #choice: CalibrationChoice | undefined;

  /** To be made before the run begins: it looks at what is free then. */
  constructor(options: Calibrating) {
    this.#options = options;
    this.#freeBefore = options.freeMemory();
  }

  /** What is to be done now; undefined: nothing new. */
  see(event: RunEvent): Decision | undefined {
    // Where a task began is told by the thread it did on, and may be heard a little later than what is newer.
    this.#meter?.passed(Math.max(0, event.at - this.#lastAt), this.#running.size);
    this.#lastAt = Math.max(this.#lastAt, event.at);
    switch (event.type) {
      case 'run-started':
        this.#toBegin = event.leaves - event.known.recorded - event.known.reused;
        this.#begin(event);
        return undefined;
      case 'limit-changed':
        if (!this.#isEnding) this.#begin(event);
        return undefined;
      case 'attempt-started':
        if (event.kind === 'leaf') this.#began(event);
        return undefined;
      case 'attempt-lost':
        this.#running.delete(event.id);
        return undefined;
      case 'attempt-failed':
        return event.kind === 'leaf' ? this.#ended(event, undefined) : undefined;
      case 'settled':
        return event.kind === 'leaf' ? this.#settled(event) : undefined;
      case 'slowed-down':
        return event.isNew ? this.#slowed() : undefined;
      case 'events-dropped':
        // Any of them may have been a start: too few leaves is said too early rather than idle slots measured.
        this.#toBegin = Math.max(0, this.#toBegin - event.count);
        this.#running.clear();
        this.#meter?.restart(event.at, this.#running.keys());
        return undefined;
      case 'stopping':
      case 'cancelling':
        // By somebody else: leaves that are given up now are not leaves that ran out.
        if (this.#meter) this.#close(this.#meter);
        this.#isEnding = true;
        return undefined;
      case 'paused':
      case 'unpaused':
        this.#meter?.restart(event.at, this.#running.keys());
        return undefined;
      default:
        return undefined;
    }
  }

  /** Looks at the memory, which may be short long before anything ends. */
  look(): void {
    if (this.#meter) this.#meter.freeMemory = Math.min(this.#meter.freeMemory, this.#options.freeMemory());
  }

  /** What it came to, when the run has ended. */
  result<T, R>(report: RunReport<T, R>): CalibrationResult<T, R> {
    const choice = this.#choice ?? this.#conclude(report as RunReport);
    return { ...choice, unit: this.#unit, steps: this.#steps, report };
  }

  /** A run that ended before it was told to. */
  #conclude(report: RunReport): CalibrationChoice {
    if (this.#meter) this.#close(this.#meter);
    const isWhole = report.stoppedBy === undefined && (report.status === 'succeeded' || report.status === 'failed');
    if (!isWhole) return { kind: 'undecided', because: whyEnded(report, this.#steps) };
    const decision = decide({ ...this.#measured(this.#steps), waiting: 0 });
    return decision.kind === 'stop' ? decision.choice : { kind: 'undecided', because: whyTooFew(report.leaves.length) };
  }

  #slowed(): Decision | undefined {
    const meter = this.#meter;
    if (!meter) {
      this.#slowedBetween++;
      return undefined;
    }
    meter.rateLimits++;
    return this.#consider(meter);
  }

  #begin({ at, limit }: { readonly at: number; readonly limit: number }): void {
    const [running, rateLimits] = [this.#running.keys(), this.#slowedBetween];
    this.#meter = new StepMeter({ maxParallel: limit, at, running, rateLimits });
    this.#slowedBetween = 0;
  }

  #began({ id, at }: Happened): void {
    this.#begun.add(id);
    // A leaf that is sampled begins with its first try.
    if (!this.#running.has(id)) this.#running.set(id, at);
    this.#meter?.began(id);
  }

  #settled(event: Extract<RunEvent, { type: 'settled' }>): Decision | undefined {
    const { id, outcome, ms = 0 } = event;
    this.#begun.add(id);
    if (outcome === 'succeeded') return this.#ended(event, { ms, tokens: this.#options.tokensOf(id) });
    if (outcome === 'failed' || outcome === 'timed-out') return this.#ended(event, undefined);
    this.#running.delete(id);
    return undefined;
  }

  #ended({ id, at }: Happened, sample: Sample | undefined): Decision | undefined {
    const ms = at - (this.#running.get(id) ?? at);
    this.#running.delete(id);
    const meter = this.#meter;
    if (!meter) return undefined;
    meter.end({ id, at, ms, sample });
    if (at - this.#lookedAt >= lookEveryMs) {
      this.#lookedAt = at;
      this.look();
    }
    return this.#consider(meter);
  }

  /** Ends the step where it is measured, there is trouble, or the slot that is free now will stay empty. */
  #consider(meter: StepMeter): Decision | undefined {
    const { isEnough } = meter;
    const steps = [...this.#steps, meter.report()];
    if (!isEnough && this.#waiting > 0 && !troubleIn({ steps, freeBefore: this.#freeBefore })) return undefined;
    this.#close(meter);
    const decision = decide(this.#measured(this.#steps));
    if (decision.kind === 'stop') this.#choice = decision.choice;
    return decision;
  }

  #close(meter: StepMeter): void {
    this.look();
    this.#steps.push(meter.report());
    this.#samples.push(meter.samples);
    this.#meter = undefined;
  }

  #measured(steps: readonly CalibrationStep[]): Measured {
    const { upTo } = this.#options;
    return { steps, unit: this.#unit, upTo, waiting: this.#waiting, freeBefore: this.#freeBefore };
  }

  get #waiting(): number {
    return Math.max(0, this.#toBegin - this.#begun.size);
  }

  get #unit(): PaceUnit {
    return unitFor([...this.#samples, this.#meter?.samples ?? []]);
  }
}

/** That it was this leaf, and when. */
interface Happened {
  readonly id: string;
  readonly at: number;
}
