import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Sampled, SampleReport } from '../domain/run-report.js';
import type { ChosenBy, Sample, SampleContext, SampleResult } from '../domain/sample.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';

/** What is known of one round of one try. */
export interface SampleRecord extends Sample {
  /** Undefined while it runs or is to be tried again. */
  result?: SampleResult;
  value?: unknown;
  failure?: AttemptFailure;
  feedback?: string;
  attempts: number;
  usage: Usage;
  startedAt?: number;
  endedAt?: number;
}

export interface Allowed {
  readonly tries: number;
  readonly rounds: number;
}

/** The samples of all leaves. */
export class Samples {
  readonly #allowed: Allowed;
  readonly #byLeaf = new Map<number, SampleRecord[]>();
  readonly #chosen = new Map<number, Sample & { readonly by: ChosenBy }>();

  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  /** The record of a sample, made where there is none yet. */
  at(leaf: number, { try: number, round }: Sample): SampleRecord {
    const all = this.#byLeaf.get(leaf) ?? [];
    if (all.length === 0) this.#byLeaf.set(leaf, all);
    const found = all.find((one) => one.try === number && one.round === round);
    if (found) return found;
    const made: SampleRecord = { try: number, round, attempts: 0, usage: noUsage };
    all.push(made);
    return made;
  }

  spend(leaf: number, sample: Sample, usage: Usage): void {
    const record = this.at(leaf, sample);
    record.usage = addUsage(record.usage, usage);
  }

  /** By try and round. */
  of(leaf: number): readonly SampleRecord[] {
    return [...(this.#byLeaf.get(leaf) ?? [])].sort((a, b) => a.try - b.try || a.round - b.round);
  }

  /** Those that came to a value, by try and round. */
  candidates(leaf: number): readonly SampleRecord[] {
    return this.of(leaf).filter(({ result }) => result === 'accepted' || result === 'rejected');
  }

  /** What a task is told of the sample it makes. */
  context(leaf: number, sample: Sample): SampleContext {
    const { tries, rounds } = this.#allowed;
    const before = this.of(leaf).find((one) => one.try === sample.try && one.round === sample.round - 1);
    return { ...sample, tries, rounds, previous: before?.value, feedback: before?.feedback };
  }

  choose(leaf: number, sample: Sample): void {
    const by = this.at(leaf, sample).result === 'accepted' ? 'accept' : 'select';
    this.#chosen.set(leaf, { ...sample, by });
  }

  chosen(leaf: number): (Sample & { readonly by: ChosenBy }) | undefined {
    return this.#chosen.get(leaf);
  }

  /** A leaf begins anew. What was spent stays in the sums of the leaf. */
  forget(leaf: number): void {
    this.#byLeaf.delete(leaf);
    this.#chosen.delete(leaf);
  }

  report(leaf: number): Sampled<unknown> {
    const { tries, rounds } = this.#allowed;
    const all = this.of(leaf);
    return {
      chosen: this.#chosen.get(leaf),
      rounds: { made: all.length, allowed: tries * rounds },
      samples: all.map(reportOf),
    };
  }
}

/** One of which no end is known was ended with the leaf. */
const reportOf = ({ try: number, round, ...record }: SampleRecord): SampleReport<unknown> => {
  const { result = 'cancelled', value, failure, feedback, attempts, usage, startedAt, endedAt } = record;
  const hasValue = result === 'accepted' || result === 'rejected';
  return {
    ...{ try: number, round, result, attempts, usage, startedAt, endedAt },
    ...(hasValue ? { value } : {}),
    ...(failure && !hasValue ? { failure } : {}),
    ...(feedback === undefined ? {} : { feedback }),
  };
};
