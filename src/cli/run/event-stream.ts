import type { RunEvent } from '../../domain/run-event.js';
import { eventLine } from '../../report/run-json.js';
import { lineWriter } from '../line-writer.js';
import type { Output } from '../world.js';

/** Above this the events wait where they come from, which drops some rather than fill the memory. */
const mostWaiting = 1_000_000;

/** Writes the events as NDJSON, each as it comes. `onError` is told at once when they cannot be written any more. */
export const streamEvents = async (
  events: AsyncIterable<RunEvent>,
  output: Output,
  onError: (error: unknown) => void,
): Promise<void> => {
  let isBroken = false;
  const writer = lineWriter(output, (error) => {
    isBroken = true;
    onError(error);
  });
  for await (const event of events) {
    if (isBroken) return;
    writer.push(eventLine(event));
    if (writer.waiting() > mostWaiting) await writer.drained();
  }
  await writer.drained();
};
