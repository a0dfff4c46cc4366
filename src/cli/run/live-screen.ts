import { eventLines, type Telling } from '../../report/event-lines.js';
import { drawLive } from '../../report/live-view.js';
import type { RunState } from '../../report/run-state.js';
import { widthOf } from '../../report/text-width.js';
import type { Output, World } from '../world.js';
import { write } from '../write.js';
import type { ViewMaker } from './run-view.js';

export interface LiveOptions {
  readonly output: Output;
  readonly state: RunState;
  readonly telling: Telling;
  readonly world: Pick<World, 'now' | 'every'>;
}

const redrawMs = 100;

/**
 * The last lines of a terminal, redrawn as the run goes on; what is to stay is printed above them. The cursor is not
 * hidden: whatever ends the process, nothing has to be put back.
 */
export const liveScreen =
  ({ output, state, telling, world }: LiveOptions): ViewMaker =>
  (onError) => {
    let drawn: Drawn = nothing;
    let above = '';
    let isWriting = false;
    // Events have a clock of their own; the first one tells how far it is from ours.
    let offset: number | undefined;

    const draw = (): void => {
      // A terminal that does not keep up is drawn less often.
      if (isWriting || offset === undefined) return;
      const [columns, rows] = [output.columns || 80, output.rows || 24];
      const lines = drawLive(state, { columns, rows, paint: telling.paint, now: world.now() + offset });
      if (above === '' && columns === drawn.columns && lines.join('\n') === drawn.lines.join('\n')) return;
      const text = eraser(drawn, columns) + above + lines.join('\n');
      above = '';
      drawn = { lines, columns };
      isWriting = true;
      write(output, text).then(() => {
        isWriting = false;
      }, onError);
    };
    const stop = world.every(redrawMs, () => {
      try {
        draw();
      } catch (error) {
        onError(error);
      }
    });

    const put = (lines: readonly string[]): void => {
      above += lines.map((line) => `${line}\n`).join('');
    };
    return {
      see(event) {
        offset ??= event.at - world.now();
        put(eventLines(event, state, telling));
      },
      tell(line) {
        put([line]);
        draw();
      },
      async close() {
        stop();
        const text = eraser(drawn, output.columns || 80) + above;
        [drawn, above] = [nothing, ''];
        await write(output, text);
      },
    };
  };

interface Drawn {
  readonly lines: readonly string[];
  readonly columns: number;
}

const nothing: Drawn = { lines: [], columns: 0 };

/** Goes back to where the lines began, and clears from there. */
const eraser = ({ lines, columns: before }: Drawn, columns: number): string => {
  if (lines.length === 0) return '';
  // A terminal that became narrower has broken the lines.
  const rows = columns >= before ? lines.length : lines.reduce((sum, line) => sum + rowsOf(line, columns), 0);
  return `\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}\x1b[J`;
};

const rowsOf = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(widthOf(line.replace(/\x1b\[\d+m/g, '')) / columns));
