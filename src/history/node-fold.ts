import type { EndedFact, Fact } from '../domain/fact.js';
import type { NodeEnd, NodeHistory, SampleHistory } from '../domain/run-history.js';
import { type Sample, sampleResult } from '../domain/sample.js';
import type { StoredValue } from '../domain/stored-value.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';

type NodeFact = Extract<Fact, { node: number }>;

/** `left-out`: for those who only count. Values are most of what a run needs memory for. */
export type Values = 'kept' | 'left-out';

/** Takes in the facts of one leaf or branch. */
export class NodeFold implements NodeHistory {
  attempts = 0;
  forgiven = 0;
  usage: Usage = noUsage;
  hasWritten = false;
  openSince: number | undefined;
  end: NodeEnd | undefined;
  samples: readonly SampleHistory[] = none;
  readonly #values: Values;
  /** By try and round, also of those that have not ended. */
  #sampleUsage: Map<string, Usage> | undefined;

  constructor(values: Values) {
    this.#values = values;
  }

  /** `seq`: the number of facts before it. */
  add(fact: NodeFact, seq: number): void {
    switch (fact.kind) {
      case 'started':
        this.openSince ??= fact.at;
        return;
      case 'lost':
      case 'process':
        return;
      case 'spent':
        this.usage = addUsage(this.usage, fact.usage);
        if (fact.sample) this.#addSpent(fact.sample, fact.usage);
        return;
      case 'ended':
        this.attempts = fact.sample ? this.attempts + 1 : fact.attempt;
        this.openSince = undefined;
        this.hasWritten ||= fact.wrote;
        if (fact.sample) this.#addSample(fact.sample, fact);
        if (fact.isFinal) this.#end(this.#ranOf(fact, seq));
        return;
      case 'chosen': {
        const { startedAt, endedAt, wrote, sample, by } = fact;
        const value = this.#kept(fact.value);
        const chosen = { ...sample, by };
        const ran = {
          seq,
          outcome: 'succeeded',
          value,
          failure: undefined,
          startedAt,
          endedAt,
          wrote,
          chosen,
        } as const;
        return this.#end({ how: 'ran', ...ran });
      }
      case 'reused':
        return this.#end({ how: 'reused', seq, outcome: 'succeeded', value: this.#kept(fact.value) });
      case 'settled':
        return this.#end({ how: 'settled', seq, outcome: fact.outcome, failure: fact.failure });
    }
  }

  #ranOf({ outcome, value, failure, startedAt, at: endedAt, wrote }: EndedFact, seq: number): NodeEnd {
    return { how: 'ran', seq, outcome, value: this.#kept(value), failure, startedAt, endedAt, wrote };
  }

  #end(end: NodeEnd): void {
    this.end = end;
    this.forgiven = this.attempts;
    // What runs after it had failed runs anew; what was only kept from its end goes on.
    if (end.outcome !== 'failed' && end.outcome !== 'timed-out') return;
    this.samples = none;
    this.#sampleUsage = undefined;
  }

  /** The last attempt of a round counts. */
  #addSample(sample: Sample, fact: EndedFact): void {
    const { outcome, verdict, value, failure, attempt: attempts, startedAt, at: endedAt } = fact;
    const rest = this.samples.filter((one) => !isSame(one, sample));
    const result = sampleResult(outcome, verdict?.accepted);
    const usage = this.#sampleUsage?.get(keyOf(sample)) ?? noUsage;
    const { feedback } = verdict ?? {};
    const came = { result, value: this.#kept(value), failure, feedback };
    this.samples = [...rest, { ...sample, ...came, attempts, usage, startedAt, endedAt }];
  }

  /** Before a round ends, or after it. */
  #addSpent(sample: Sample, more: Usage): void {
    this.#sampleUsage ??= new Map();
    const usage = addUsage(this.#sampleUsage.get(keyOf(sample)) ?? noUsage, more);
    this.#sampleUsage.set(keyOf(sample), usage);
    this.samples = this.samples.map((one) => (isSame(one, sample) ? { ...one, usage } : one));
  }

  #kept(value: StoredValue | undefined): StoredValue | undefined {
    return this.#values === 'kept' ? value : undefined;
  }
}

const none: readonly SampleHistory[] = [];

const keyOf = ({ try: number, round }: Sample): string => `${number}.${round}`;

const isSame = (one: Sample, other: Sample): boolean => one.try === other.try && one.round === other.round;
