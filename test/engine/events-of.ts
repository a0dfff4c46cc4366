import type { RunEvent } from '../../dist/index.js';

/** All events of a run, from the first to the last. */
export const eventsOf = async (execution: AsyncIterable<RunEvent>): Promise<RunEvent[]> => {
  const events: RunEvent[] = [];
  for await (const event of execution) events.push(event);
  return events;
};
