/** An option that differs from what the run had before, and may. */
export interface OptionChange {
  readonly option: string;
  /** `throughput`: how fast; `limit`: what unfinished leaves are held to. */
  readonly class: 'throughput' | 'limit';
  readonly before: unknown;
  readonly now: unknown;
}

/** One process at work on a run: the first began it, the others resumed it. */
export interface Session {
  readonly startedAt: number;
  /** Of subplan. */
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly maxParallel: number;
  /** Leaves and branches that were done already, and those that were to run. */
  readonly kept: number;
  readonly toRun: number;
  /** What differed from the session before. */
  readonly changed: readonly OptionChange[];
}
