import type { Chosen } from './live-list.js';
import type { RunState } from './run-state.js';
import type { Segment } from './segments.js';

/** What a hand at the keyboard has done to the view. */
export interface Hand {
  readonly chosen: Chosen | undefined;
  /** What the last key came to, where that is not seen otherwise: one line, safe to show. */
  readonly note: string | undefined;
}

/** What is not plain from the names of the keys. It fits a terminal of 80 columns. */
export const keysHelp = 'p holds all starts, s for good; x ends a leaf, r runs it again, R all that failed';

/** The last line: what the last key came to, or else which keys there are. */
export const keysLine = ({ note }: Hand, { phase, paused }: RunState): Segment[] => {
  if (note !== undefined) return [[note, 'yellow']];
  if (phase === 'stopping') return [['↑↓ choose  x cancel  ? help', 'dim']];
  if (phase !== 'running') return [];
  return [[`↑↓ choose  x cancel  r retry  R all  p ${paused ? 'go on' : 'pause'}  +/- cap  s stop  ? help`, 'dim']];
};
