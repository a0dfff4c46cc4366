import { liveEntries } from './live-entries.js';
import { overallLine, phaseLine } from './live-head.js';
import type { Paint } from './paint.js';
import type { RunState } from './run-state.js';
import { fitLine } from './segments.js';

export interface LiveScreen {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** In the time of the events. */
  readonly now: number;
}

/** However tall the terminal: nobody follows more, and a draw must not cost more where there are more leaves. */
const mostEntries = 40;

/** A run under way, in lines that fit the terminal: fewer than it has rows, each narrower than it is wide. */
export const drawLive = (state: RunState, { columns, rows, paint, now }: LiveScreen): string[] => {
  // A character in the last cell makes some terminals go to the next line; so does a line in the last row.
  const [width, height] = [Math.max(1, columns - 1), Math.max(1, rows - 1)];
  const head = [overallLine(state, width, now), phaseLine(state)].slice(0, height);
  const entries = liveEntries(state, { width, now, most: Math.min(mostEntries, height - head.length) });
  return [...head, ...entries].map((line) => fitLine(line, width, paint));
};
