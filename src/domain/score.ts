import type { TaskContext } from './task.js';
import type { ArmSettings, Trial } from './trial.js';

/** What a score is made from, besides the value. */
export interface Scored<I = unknown, E = unknown, S extends ArmSettings = ArmSettings> extends Trial<I, S> {
  /** What the case expects; undefined where it says nothing. */
  readonly expected: E | undefined;
}

/** A number, whether it passed, or several of them by name; null where one does not apply. */
export type ScoreAnswer = number | boolean | Readonly<Record<string, number | boolean | null | undefined>>;

/** Looks at what a task returned. `context.root` is the folder of the trial, which is still there. */
export type ScoreFunction<T = unknown> = (
  value: T,
  trial: Scored,
  context: TaskContext,
) => ScoreAnswer | PromiseLike<ScoreAnswer>;

/** A score with a name and a version, so that results can be told apart from those of another. Made by `defineScore`. */
export interface NamedScore<T = unknown> {
  readonly name: string;
  readonly version: string;
  readonly score: ScoreFunction<T>;
}

/**
 * Scores that need no code. `value`: what the task returned is the score. `equals`: it is what the case expects.
 * `contains`: its text contains what the case expects.
 */
export const builtInScores = ['value', 'equals', 'contains'] as const;
export type BuiltInScore = (typeof builtInScores)[number];
