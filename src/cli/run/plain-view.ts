import { eventLines, type Telling } from '../../report/event-lines.js';
import type { RunState } from '../../report/run-state.js';
import { lineWriter } from '../line-writer.js';
import type { Output } from '../world.js';
import type { ViewMaker } from './run-view.js';

export interface PlainOptions {
  readonly output: Output;
  readonly state: RunState;
  readonly telling: Telling;
}

/** A line for each event worth telling: for logs, pipes and CI, where nothing can be redrawn. */
export const plainView =
  ({ output, state, telling }: PlainOptions): ViewMaker =>
  (onError) => {
    const writer = lineWriter(output, onError);
    const put = (lines: readonly string[]): void => writer.push(lines.map((line) => `${line}\n`).join(''));
    return {
      see: (event) => put(eventLines(event, state, telling)),
      tell: (line) => put([line]),
      close: () => writer.drained(),
    };
  };
