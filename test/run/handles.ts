import { readdirSync } from 'node:fs';

/** What keeps this process busy: kinds of handles with their numbers, and listeners of signals and errors. */
export const openHandles = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Timers of the test runner itself come and go.
    if (['MessagePort', 'Immediate'].includes(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'exit']) {
    counts[event] = process.listenerCount(event);
  }
  return counts;
};

/** Threads of this process, as the system counts them. */
export const threadCount = (): number | undefined => {
  try {
    return readdirSync('/proc/self/task').length;
  } catch {
    return undefined;
  }
};
