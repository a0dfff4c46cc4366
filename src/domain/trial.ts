/** A case as it is given: what is to be done, and what a good result would be. */
export interface Case<I = unknown, E = unknown> {
  /** Unlike that of all others. */
  readonly id: string;
  readonly input: I;
  /** What a score may compare with. The task never sees it. */
  readonly expected?: E;
}

/** One of the things that are compared: a name, and settings that its trials are run with. */
export interface Arm<S extends ArmSettings = ArmSettings> {
  readonly name: string;
  readonly settings?: S;
}

export type ArmSettings = Readonly<Record<string, unknown>>;

/** The variable that tells a command of a setting. */
export const settingVariable = (name: string): string =>
  `SUBPLAN_SETTING_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** One case with one arm, once: what a leaf of an experiment is about. */
export interface Trial<I = unknown, S extends ArmSettings = ArmSettings> {
  readonly case: { readonly id: string; readonly input: I };
  readonly arm: { readonly name: string; readonly settings: S };
  /** 1 for the first. */
  readonly replication: number;
}

/**
 * In which order trials start. `alternate`: the arms of one case and replication next to each other, the other way round
 * from one replication, and from one case, to the next. `random`: next to each other, in an order drawn from the seed.
 * `blocked`: all trials of an arm before those of the next.
 */
export const interleaves = ['alternate', 'random', 'blocked'] as const;
export type Interleave = (typeof interleaves)[number];

/** A number, whether it passed, or null where the dimension does not apply to the trial. */
export type ScoreValue = number | boolean | null;

/** By dimension. */
export type Scores = Readonly<Record<string, ScoreValue>>;

/** What a trial came to: the value of its leaf. */
export interface TrialResult<T = unknown> {
  readonly case: string;
  readonly arm: string;
  readonly replication: number;
  /** What the task returned. */
  readonly value: T;
  readonly scores: Scores;
  /** How long the task took, in the attempt that succeeded. */
  readonly ms: number;
  /** Which attempt that was: more than 1 where it was retried. */
  readonly attempt: number;
  /** What that attempt spent, its scoring included. */
  readonly usage: Readonly<Record<string, number>>;
  /** What was changed under it while it ran, so that it does not count; undefined where nothing was. */
  readonly interfered?: string;
}

/** All that decides which trials there are, and in which order they start. */
export interface Design {
  readonly name: string | undefined;
  readonly goal: string | undefined;
  readonly cases: readonly Case[];
  readonly arms: readonly Arm[];
  readonly replications: number;
  readonly interleave: Interleave;
  readonly seed: number;
}
