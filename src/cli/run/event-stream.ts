import type { RunEvent } from '../../domain/run-event.js';
import { eventLine } from '../../report/run-json.js';
import { lineWriter } from '../line-writer.js';
import type { Output } from '../world.js';

/** Of characters. A reader that stands still for hours (a pager) must not fill the memory: above this, events are lost. */
const mostWaiting = 250_000_000;

/**
 * Writes the events as NDJSON, each as it comes, and returns how many are missing in it. It never waits for the output
 * between two events: who reads them too slowly misses some. `onError` is told at once when they cannot be written any
 * more.
 */
export const streamEvents = async (
  events: AsyncIterable<RunEvent>,
  output: Output,
  onError: (error: unknown) => void,
  most = mostWaiting,
): Promise<number> => {
  let isBroken = false;
  let [missing, left] = [0, 0];
  const writer = lineWriter(output, (error) => {
    isBroken = true;
    onError(error);
  });
  const put = (event: RunEvent): void => writer.push(eventLine(event));
  for await (const event of events) {
    if (isBroken) return missing;
    const dropped = event.type === 'events-dropped' ? event.count : 0;
    if (writer.waiting() > most && event.type !== 'run-ended') {
      left += dropped || 1;
      continue;
    }
    if (left > 0) put({ type: 'events-dropped', at: event.at, count: left });
    missing += left + dropped;
    left = 0;
    put(event);
  }
  await writer.drained();
  return missing;
};
