import { detachText } from '../../util/detach-text.js';

/** Words that are counted in one leaf: enough for any code people wrote, and a bound on memory for other code. */
const mostWords = 200_000;

/** Counts, for each word, the files whose code mentions it. */
export const createMentions = () => {
  const files = new Map<string, number>();
  return {
    add(code: string): void {
      const here = new Set<string>();
      for (const [word] of code.matchAll(/[A-Za-z_$][\w$]{2,}/g)) here.add(word);
      for (const word of here) {
        const before = files.get(word);
        if (before !== undefined) files.set(word, before + 1);
        else if (files.size < mostWords) files.set(detachText(word), 1);
      }
    },
    of: (word: string): number => files.get(word) ?? 0,
  };
};
