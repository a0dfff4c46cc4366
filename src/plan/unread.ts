import type { FileGraph } from '../domain/file-graph.js';
import { isCode } from '../domain/language-names.js';
import type { UnreadLanguage } from '../domain/measures.js';
import { round } from './cuts.js';

/** A language below this part of the code, such as a few scripts, changes little in a plan. */
const worthSaying = 0.1;

/** The languages whose imports are not read, where they make a good part of the code. Tokens say how much there is. */
export const unreadOf = ({ files, unread }: FileGraph): UnreadLanguage[] => {
  if (unread.length === 0) return [];
  const sums = new Map(unread.map((language) => [language, { files: 0, tokens: 0 }]));
  let code = 0;
  for (const { language, tokens } of files) {
    if (isCode(language)) code += tokens;
    const sum = sums.get(language);
    if (!sum) continue;
    sum.files++;
    sum.tokens += tokens;
  }
  return [...sums]
    .map(([language, sum]) => ({ language, files: sum.files, share: code === 0 ? 0 : sum.tokens / code }))
    .filter(({ share }) => share >= worthSaying)
    .sort((a, b) => b.share - a.share)
    .map((one) => ({ ...one, share: round(one.share) }));
};
