import type { Fact } from '../domain/fact.js';
import type { Outcome } from '../domain/outcome.js';
import type { SampleHistory } from '../domain/run-history.js';
import type { ChosenBy, Sample } from '../domain/sample.js';
import type { StoredValue } from '../domain/stored-value.js';
import type { Usage } from '../domain/usage.js';
import type { Recalled } from '../schedule/protocol.js';

/** How a run is recorded. */
export interface Recording {
  /** All facts are durable when it resolves, or none is and it rejects. */
  append(facts: readonly Fact[]): Promise<void>;
  /**
   * Of all that decides the value of a leaf, or of one of its samples; `files` stands for what its files held. Undefined
   * where it cannot be told.
   */
  leafFingerprint(node: number, files: string, sample?: Sample): string | undefined;
  /** The same for a branch, from its children. */
  branchFingerprint(node: number, children: readonly ChildValue[]): string | undefined;
  /** Whether nobody wrote to the files of a leaf since then, as far as the file system says. */
  isUntouchedSince(node: number, at: number): boolean;
  /** Keeps saying that somebody works on the run; tells when that cannot be said any more. */
  watch(onFailure: (error: unknown) => void): void;
  /** The run is over: nothing more is written. */
  close(): void;
}

export interface ChildValue {
  readonly outcome: Outcome;
  /** Undefined where it has none. */
  readonly hash: string | undefined;
}

/** What is known of a node before the run begins. */
export interface RecalledNode extends Recalled {
  /** `recorded`: in this very run, before it was resumed. `reused`: by another run. */
  readonly origin: 'recorded' | 'reused';
  /** Of one that is done. */
  readonly value: StoredValue | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly usage: Usage;
  /** Of one that is reused: the run that made the value, and what it was found by. */
  readonly from?: string;
  readonly fingerprint?: string;
  /** Of one that is recorded: it took another run's value then. */
  readonly wasReused?: boolean;
  /** Whether an attempt of it changed its files. */
  readonly hasWritten?: boolean;
  /** When an attempt began of which no end is known: it may have written to the leaf's files. */
  readonly lostAt?: number;
  /** Of a leaf that is sampled. */
  readonly samples?: readonly SampleHistory[];
  readonly chosen?: Sample & { readonly by: ChosenBy };
}
