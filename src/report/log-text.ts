import { visible } from './visible.js';

/** Colours and the like. Nearly all that agents and tools print has them, and shown escaped they drown the text. */
const styling = /\x1b\[[\d;:]*m/g;

/**
 * What a task printed or threw, as lines to show: without colours, with all else that could reach the terminal escaped.
 * A line that was overwritten (`10%\r20%`) becomes several.
 */
export const logLines = (text: string): string[] => {
  const lines = text.replace(styling, '').split(/\r?\n|\r/);
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => visible(line.replaceAll('\t', '    ')));
};

/** No terminal is wider than this. */
const longest = 500;

/** The first line of a message, where one line is all there is room for. */
export const firstLine = (text: string): string => logLines(text.slice(0, longest))[0];

/** The last thing that was said, on one line. */
export const lastLine = (text: string): string => {
  const end = text.trimEnd();
  return firstLine(end.slice(Math.max(end.lastIndexOf('\n'), end.lastIndexOf('\r')) + 1));
};
