import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Verdict } from '../domain/fact.js';
import type { Sample } from '../domain/sample.js';
import type { AcceptFunction, SelectFunction } from '../domain/sampling.js';
import type { Leaf } from '../domain/subplan.js';
import type { SelectEnd } from '../schedule/protocol.js';
import { show } from '../util/show.js';
import { AttemptContext, type ContextFacts } from './attempt-context.js';
import type { Flight } from './flights.js';
import { Hearing } from './hearing.js';
import type { Note } from './pool.js';
import type { SampleRecord } from './samples.js';

/** How leaves are sampled: what a run needs of it besides what the scheduler knows. */
export interface SamplingCode {
  readonly tries: number;
  readonly rounds: number;
  /** Undefined where every value is accepted, or none is since one is selected. */
  readonly accept: AcceptFunction | undefined;
  readonly select: SelectFunction | undefined;
}

export interface SamplerOptions extends SamplingCode {
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly tell: (flight: Flight, note: Note) => void;
}

/** What came of looking at a value. */
export type Judged =
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  | { readonly kind: 'failed' | 'timed-out'; readonly failure: AttemptFailure }
  | { readonly kind: 'cancelled' };

export interface Selected {
  readonly how: SelectEnd;
  readonly sample: Sample | undefined;
  readonly failure: AttemptFailure | undefined;
}

/** Has samples judged and chosen by the user's functions, while their attempts hold their slots. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #hearings = new Map<Flight, Hearing>();

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  /** Whether there is nothing to ask. */
  verdict(): Verdict | undefined {
    const { accept, select } = this.#options;
    return accept ? undefined : { accepted: select === undefined };
  }

  /** Asks whether a value will do. */
  async judge(flight: Flight, leaf: Leaf, value: unknown, facts: ContextFacts): Promise<Judged> {
    const { accept } = this.#options;
    const heard = await this.#hear(flight, facts, (context) => accept?.(value, leaf, context));
    if (heard.kind !== 'value') return heard.kind === 'cancelled' ? heard : named('accept', heard);
    const verdict = verdictOf(heard.value);
    return verdict ? { kind: 'judged', verdict } : named('accept', wrongAnswer('accept', heard.value));
  }

  /** Asks which of the samples of a leaf it shall have. */
  async select(
    flight: Flight,
    leaf: Leaf,
    candidates: readonly SampleRecord[],
    facts: ContextFacts,
  ): Promise<Selected> {
    const { select } = this.#options;
    const shown = candidates.map(({ try: number, round, value, feedback }) => ({
      ...{ try: number, round, value, feedback },
    }));
    const heard = await this.#hear(flight, facts, (context) => select?.(shown, leaf, context));
    if (heard.kind === 'cancelled') return { how: 'cancelled', sample: undefined, failure: undefined };
    if (heard.kind !== 'value') return { how: 'failed', sample: undefined, failure: named('select', heard).failure };
    if (heard.value === undefined) return { how: 'none', sample: undefined, failure: undefined };
    const chosen = candidates[heard.value as number];
    if (!chosen) {
      return { how: 'failed', sample: undefined, failure: named('select', wrongAnswer('select', heard.value)).failure };
    }
    return { how: 'chosen', sample: { try: chosen.try, round: chosen.round }, failure: undefined };
  }

  /** Asks it to end; false where nothing is asked about the attempt. */
  end(flight: Flight): boolean {
    const hearing = this.#hearings.get(flight);
    hearing?.end();
    return hearing !== undefined;
  }

  async #hear(flight: Flight, facts: ContextFacts, call: (context: AttemptContext) => unknown) {
    const { timeoutMs, graceMs, tell } = this.#options;
    const context = new AttemptContext(facts, (note) => {
      if (this.#hearings.has(flight)) tell(flight, note);
    });
    const hearing = new Hearing({ call: () => call(context), context, timeoutMs, graceMs });
    this.#hearings.set(flight, hearing);
    const heard = await hearing.done;
    this.#hearings.delete(flight);
    return heard;
  }
}

const verdictOf = (answer: unknown): Verdict | undefined => {
  if (typeof answer === 'boolean') return { accepted: answer };
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { accepted, feedback } = answer as { readonly accepted?: unknown; readonly feedback?: unknown };
  if (typeof accepted !== 'boolean') return undefined;
  return { accepted, ...(feedback === undefined || feedback === '' ? {} : { feedback: String(feedback) }) };
};

type Failed = { readonly kind: 'failed' | 'timed-out'; readonly failure: AttemptFailure };

/** Says that it was not the task. */
const named = (what: 'accept' | 'select', { kind, failure }: Failed): Failed => ({
  kind,
  failure: { ...failure, message: `${what}: ${failure.message}` },
});

const wrongAnswer = (what: 'accept' | 'select', answer: unknown): Failed => {
  const expected =
    what === 'accept' ? 'true, false or { accepted, feedback }' : 'the place of a candidate in the list, or undefined';
  const message = `expected ${expected}, got ${show(answer)}`;
  return {
    kind: 'failed',
    failure: { code: 'task-threw', message, nextStep: `Correct what ${what} returns.`, retryable: false },
  };
};
