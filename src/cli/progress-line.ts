import type { Progress } from '../options/decompose-options.js';
import { count } from '../report/numbers.js';
import { clip } from '../report/text-width.js';
import type { Output } from './world.js';

export interface ProgressOptions {
  readonly output: Output;
  readonly now: () => number;
  /** `line`: one line that is redrawn; `log`: a line for each phase; `off`. */
  readonly style: 'line' | 'log' | 'off';
}

export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

const redrawMs = 100;
const clearLine = '\r\x1b[K';

/** Tells how far a scan is, at most ten times a second, and leaves nothing behind. */
export const progressLine = ({ output, now, style }: ProgressOptions): ProgressLine => {
  let phase: Progress['phase'] | undefined;
  let drawn: number | undefined;
  return {
    show(progress) {
      const isNew = progress.phase !== phase;
      phase = progress.phase;
      if (style === 'log' && isNew) output.write(`${progressText(progress)}\n`);
      if (style !== 'line' || (drawn !== undefined && !isNew && now() - drawn < redrawMs)) return;
      drawn = now();
      output.write(clearLine + clip(progressText(progress), (output.columns || 80) - 1));
    },
    clear() {
      if (style === 'line' && drawn !== undefined) output.write(clearLine);
      drawn = undefined;
    },
  };
};

const progressText = (progress: Progress): string => {
  switch (progress.phase) {
    case 'listing':
      return progress.done === 0 ? 'listing files' : `listing files: ${count(progress.done)}`;
    case 'reading':
      return progress.total === undefined
        ? `reading ${count(progress.done)} files`
        : `reading ${count(progress.done)} of ${count(progress.total)} files`;
    case 'resolving':
      return 'resolving imports';
    case 'clustering':
      return 'clustering';
  }
};
