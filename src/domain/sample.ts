/** Which of several tries at a leaf, and which of its rounds; both count from 1. */
export interface Sample {
  readonly try: number;
  readonly round: number;
}

/** Whether it was accepted, or chosen since none was. */
export type ChosenBy = 'accept' | 'select';

/** How a round of a try ended. */
export type SampleResult = 'accepted' | 'rejected' | 'failed' | 'timed-out' | 'cancelled';

/** What a round came to whose attempt ended so; a value that nobody accepted is rejected. */
export const sampleResult = (
  outcome: 'succeeded' | 'failed' | 'timed-out' | 'cancelled',
  accepted: boolean | undefined,
): SampleResult => (outcome === 'succeeded' ? (accepted ? 'accepted' : 'rejected') : outcome);

/** What a task is told of the sample it makes. */
export interface SampleContext extends Sample {
  /** How many tries and rounds there may be. */
  readonly tries: number;
  readonly rounds: number;
  /** The value of the round before, which was not accepted; undefined in the first. */
  readonly previous: unknown;
  /** What was said of it. */
  readonly feedback: string | undefined;
}
