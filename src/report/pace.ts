/** What is known of how fast leaves are done: sums only, so that each event costs the same however many leaves there are. */
export interface Pace {
  /** The cost of the leaves that have not settled. */
  left: number;
  /** Leaves that succeeded, what they cost and how long they took: how many, and the sums a line is fitted from. */
  timed: number;
  cost: number;
  ms: number;
  costSquared: number;
  costMs: number;
  /** The sum of when each running leaf started, and how many they are: that tells how long they have been at it. */
  startSum: number;
  running: number;
}

export const newPace = (cost: number): Pace => ({
  ...{ left: cost, timed: 0, cost: 0, ms: 0, costSquared: 0, costMs: 0 },
  ...{ startSum: 0, running: 0 },
});

/** `at` counts from the run's start: a sum of thousands of times since 1970 is beyond what a number holds exactly. */
export const leafStarted = (pace: Pace, at: number): void => {
  pace.running++;
  pace.startSum += at;
};

/** A leaf that started then runs no more. */
export const leafLeft = (pace: Pace, at: number): void => {
  pace.running--;
  pace.startSum -= at;
};

export const allLeft = (pace: Pace): void => {
  pace.running = 0;
  pace.startSum = 0;
};

/** `ms` is how long it took, where that says something of the others. */
export const leafSettled = (pace: Pace, cost: number, ms: number | undefined): void => {
  pace.left -= cost;
  if (ms === undefined) return;
  pace.timed++;
  pace.cost += cost;
  pace.ms += ms;
  pace.costSquared += cost * cost;
  pace.costMs += cost * ms;
};

/** A leaf that had settled is to run again. */
export const leafReopened = (pace: Pace, cost: number): void => {
  pace.left += cost;
};
