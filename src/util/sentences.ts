/** Words after which a point ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|nr|fig|dr|mr|ms|st|\d{1,2}|[A-Z])\.$/i;

/**
 * As many whole sentences as fit, at least one; a first sentence that is too long is cut at a word. Broken lines and
 * runs of blanks are made one space.
 */
export const sentences = (text: string, { most, longest }: { most: number; longest: number }): string => {
  const flat = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  let end = 0;
  let found = 0;
  for (const match of flat.matchAll(/(?<![.!?])[.!?]["'”’)`]*(?= |$)|[。！？]/gu)) {
    const stop = match.index + match[0].length;
    if (abbreviation.test(flat.slice(Math.max(0, match.index - 8), match.index + 1))) continue;
    if (stop > longest) break;
    if (isInCode(flat.slice(0, match.index))) continue;
    end = stop;
    if (++found === most) break;
  }
  if (end > 0) return flat.slice(0, end);
  if (flat.length <= longest) return flat;
  return `${flat
    .slice(0, longest - 1)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:([{–—-]+$/, '')}…`;
};

const isInCode = (before: string): boolean => before.split('`').length % 2 === 0;
