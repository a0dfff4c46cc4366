import type { Paint, Style } from './paint.js';
import { clip, widthOf } from './text-width.js';

/** A piece of a line, and how it is painted. Texts come escaped. */
export type Segment = readonly [text: string, style?: Style];

/** A line of pieces that takes at most this many cells. */
export const fitLine = (segments: readonly Segment[], width: number, paint: Paint): string => {
  let [line, left] = ['', width];
  for (const [text, style] of segments) {
    if (text === '') continue;
    const shown = clip(text, left);
    line += style ? paint(style, shown) : shown;
    left -= widthOf(shown);
    if (shown !== text) break;
  }
  return line;
};
