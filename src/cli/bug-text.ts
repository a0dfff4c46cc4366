import { visibleLines } from '../report/visible.js';

/** Something that must not happen did. */
export const bugText = (error: unknown, version: string): string => {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return visibleLines(
    `subplan: this is a bug in subplan ${version} (node ${process.version}), not in what you did:\n${told}\nPlease report it with the lines above and the command you ran.\n`,
  );
};
