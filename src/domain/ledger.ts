import type { Fact } from './fact.js';
import type { RunStatus } from './outcome.js';
import type { Held, Owner } from './owner.js';
import type { StoredValue } from './stored-value.js';
import type { Usage } from './usage.js';

/** A subplan as it is listed in a ledger, for those who look into it. */
export interface ListedSubplan {
  readonly id: string;
  readonly parent: number | undefined;
  readonly kind: 'leaf' | 'branch';
  readonly label: string;
  readonly depth: number;
  readonly tokens: number;
  readonly files: number;
}

export interface PlanRecord {
  /** JSON that `Plan.from` reads. */
  readonly json: string;
  /** Decided by the JSON alone. */
  readonly hash: string;
  /** The same for plans made with the same settings of the same project; undefined where that cannot be told. */
  readonly key: string | undefined;
  readonly madeAt: number;
  /** Called when the plan is not there yet. */
  readonly subplans: () => readonly ListedSubplan[];
}

/** What is known of a run before anything happens in it, and never changes. */
export interface RunHead {
  readonly id: string;
  /** The project's folder. */
  readonly root: string;
  /** Of the subplan that began it. */
  readonly version: string;
  readonly startedAt: number;
  readonly leaves: number;
  readonly branches: number;
  /** JSON: who wrote it knows what is in it. */
  readonly settings: string;
}

/** A run that was read from a ledger, and is as it was written. */
export interface RecordedRun {
  readonly head: RunHead;
  readonly plan: { readonly json: string; readonly hash: string; readonly madeAt: number };
  readonly facts: readonly Fact[];
}

/** A run in a list of them. */
export interface RunLine {
  readonly id: string;
  readonly root: string;
  readonly startedAt: number;
  /** When something last happened in it. */
  readonly lastAt: number;
  readonly leaves: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly sessions: number;
  /** How it ended; undefined where it has not, or was resumed since. */
  readonly status: RunStatus | undefined;
  readonly held: Held | undefined;
  readonly usage: Usage;
  readonly settings: string;
}

export interface StoredPlan {
  readonly json: string;
  readonly madeAt: number;
  /** The newest run of it. */
  readonly run: string;
}

/** A value that a fingerprint stands for, and the run that made it. */
export interface Reusable {
  readonly value: StoredValue;
  readonly run: string;
}

/** Writes what happens in a run, as its one owner. */
export interface RunWriter {
  /** All of them are durable when it resolves, or none is and it rejects. One at a time. */
  append(facts: readonly Fact[]): Promise<void>;
  /** Says that the owner is still there. Not needed, and nothing, while facts are being written. */
  renew(): void;
  /** The run has no owner any more. */
  release(): void;
}

export interface Freed {
  readonly plans: number;
  readonly values: number;
  readonly bytes: number;
}

/** The durable record of the runs of a project. Everything is checked when it is read; trouble is a SubplanFailure. */
export interface Ledger {
  /** Where it stands, for messages. */
  readonly place: string;
  begin(head: RunHead, plan: PlanRecord, owner: Owner): RunWriter;
  read(id: string): RecordedRun;
  /** Makes somebody the owner of a run that was read here; refuses where it has one, or was changed since. */
  claim(run: RecordedRun, owner: Owner): RunWriter;
  /** Newest first. */
  runs(): readonly RunLine[];
  /** Values for fingerprints, from the newest run that has one, or from one run. Those of leaves that wrote are never found. */
  reusable(fingerprints: readonly string[], run?: string): ReadonlyMap<string, Reusable>;
  /** The newest plan with this key that was run. */
  planFor(key: string): StoredPlan | undefined;
  /** Removes runs; refuses those that have a living owner. */
  remove(ids: readonly string[]): void;
  /** Drops plans and values that no run needs any more, and gives their room back. */
  collect(): Freed;
  close(): void;
}
