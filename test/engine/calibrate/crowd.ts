export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

/** A task that says how many are inside with it. */
export const crowd = (act: (inside: number) => unknown, ms = 5) => {
  const seen = { inside: 0, most: 0 };
  const task = async (): Promise<number> => {
    seen.most = Math.max(seen.most, ++seen.inside);
    try {
      await act(seen.inside);
      await pause(ms);
      return 1;
    } finally {
      seen.inside--;
    }
  };
  return { task, seen };
};
