import { liveEntries } from './live-entries.js';
import { groupsLine, overallLine, phaseLine, standingLine } from './live-head.js';
import { type Hand, keysLine } from './live-keys.js';
import type { Paint } from './paint.js';
import type { RunState } from './run-state.js';
import { fitLine } from './segments.js';

export interface LiveScreen {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** In the time of the events. */
  readonly now: number;
  /** Undefined where nobody is at the keyboard. */
  readonly hand: Hand | undefined;
}

/** However tall the terminal: nobody follows more, and a draw must not cost more where there are more leaves. */
const mostEntries = 40;
/** With fewer lines than this, the keys are left away. */
const fewestWithKeys = 3;

/** A run under way, in lines that fit the terminal: fewer than it has rows, each narrower than it is wide. */
export const drawLive = (state: RunState, { columns, rows, paint, now, hand }: LiveScreen): string[] => {
  // A character in the last cell makes some terminals go to the next line; so does a line in the last row.
  const [width, height] = [Math.max(1, columns - 1), Math.max(1, rows - 1)];
  // What a key came to is shown whatever else is not.
  const hasKeys = hand !== undefined && (hand.note !== undefined || height >= fewestWithKeys);
  const keys = hasKeys ? [keysLine(hand, state)].filter((line) => line.length > 0) : [];
  const heads = [overallLine(state, width, now), groupsLine(state), phaseLine(state), standingLine(state, now)];
  const head = heads.filter((line) => line.length > 0).slice(0, height - keys.length);
  const most = Math.min(mostEntries, height - head.length - keys.length);
  const entries = liveEntries(state, { width, now, most, hand });
  return [...head, ...entries, ...keys].map((line) => fitLine(line, width, paint));
};
