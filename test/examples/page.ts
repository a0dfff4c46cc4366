/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The line of prose before it. */
  readonly before: string;
  /** The file it is: named in its first line, or for a format without comments at the end of the line before it. */
  readonly file: string | undefined;
}

export const blocksOf = (page: string): Block[] => {
  const lines = page.split('\n');
  const fences = lines.flatMap((line, at) => (line.startsWith('```') ? [at] : []));
  return Array.from({ length: fences.length / 2 }, (_, i): Block => {
    const [from, to] = [fences[2 * i], fences[2 * i + 1]];
    const before = lines.slice(0, from).findLast((line) => line !== '') ?? '';
    const [, named] = /^(?:#|\/\/) (\S+\.\w+)$/.exec(lines[from + 1]) ?? /`(\S+\.csv)`:$/.exec(before) ?? [];
    return { language: lines[from].slice(3), text: lines.slice(from + 1, to).join('\n'), before, file: named };
  });
};

/** What differs from run to run is one word, and so is any space. Times are not looked at. */
export const withoutChance = (text: string): string[] =>
  text
    .replace(/\b[a-z0-9]{8}-[0-9a-f]{8}\b/g, 'RUN')
    .replace(/\d+ min \d+ s|\d+(?:\.\d+)? m?s\b/g, 'TIME')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
