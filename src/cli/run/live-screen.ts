import type { RunEventType } from '../../domain/run-event.js';
import { eventLines, type Telling } from '../../report/event-lines.js';
import { drawLive } from '../../report/live-view.js';
import type { RunState } from '../../report/run-state.js';
import { widthOf } from '../../report/text-width.js';
import type { Keyboard, Output, World } from '../world.js';
import { write } from '../write.js';
import { type KeyAction, keyReader } from './key-reader.js';
import type { RunKeys } from './run-keys.js';
import type { ViewMaker } from './run-view.js';

export interface LiveOptions {
  readonly output: Output;
  readonly state: RunState;
  readonly telling: Telling;
  readonly world: Pick<World, 'now' | 'every'>;
  /** Undefined where there is no keyboard to control the run from. */
  readonly control: Control | undefined;
}

/** A keyboard, and what its keys do. */
export interface Control {
  readonly keyboard: Keyboard;
  readonly keys: RunKeys;
  /** Ctrl-C, which is no signal while the keyboard is listened to. */
  readonly interrupt: () => void;
}

const redrawMs = 100;

/**
 * The last lines of a terminal, redrawn as the run goes on; what is to stay is printed above them. The cursor is not
 * hidden: whatever ends the process, nothing has to be put back but the keyboard, which looks after itself. It is
 * listened to as long as there is a view that shows what keys do.
 */
export const liveScreen =
  ({ output, state, telling, world, control }: LiveOptions): ViewMaker =>
  (onError) => {
    let drawn: Drawn = nothing;
    let above = '';
    let isWriting = false;
    let isClosed = false;
    // Events have a clock of their own; the first one tells how far it is from ours.
    let offset: number | undefined;

    const draw = (): void => {
      // A terminal that does not keep up is drawn less often.
      if (isWriting || offset === undefined) return;
      const [columns, rows] = [output.columns || 80, output.rows || 24];
      const hand = listening?.isOn() ? control?.keys.hand : undefined;
      const lines = drawLive(state, { columns, rows, paint: telling.paint, now: world.now() + offset, hand });
      if (above === '' && columns === drawn.columns && lines.join('\n') === drawn.lines.join('\n')) return;
      const text = above === '' ? redraw(drawn, { lines, columns }) : erase(drawn, columns) + above + frame(lines);
      above = '';
      drawn = { lines, columns };
      isWriting = true;
      write(output, text).then(() => {
        isWriting = false;
      }, onError);
    };
    const guarded = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        onError(error);
      }
    };
    const stop = world.every(redrawMs, () => guarded(draw));

    /** Leaves nothing drawn: the next draw begins where the cursor is then. */
    const clear = (): string => {
      const text = erase(drawn, output.columns || 80) + above;
      [drawn, above] = [nothing, ''];
      return text;
    };
    const onKey = (action: KeyAction): void => {
      // What came together with a key that left.
      if (isClosed) return;
      switch (action) {
        case 'interrupt':
          control?.keys.forget();
          return control?.interrupt();
        case 'suspend':
        case 'quit':
          control?.keys.forget();
          write(output, clear()).catch(onError);
          return listening?.pass(action === 'suspend' ? 'SIGTSTP' : 'SIGQUIT');
        default:
          control?.keys.press(action);
          draw();
      }
    };
    const listening = control?.keyboard.listen(keyReader((action) => guarded(() => onKey(action))));

    const put = (lines: readonly string[]): void => {
      above += lines.map((line) => `${line}\n`).join('');
    };
    return {
      see(event) {
        offset ??= event.at - world.now();
        const isSeen = listening?.isOn() && telling.level !== 'verbose' && seenAnyway.has(event.type);
        if (!isSeen) put(eventLines(event, state, telling));
      },
      tell(line) {
        put([line]);
        draw();
      },
      async close() {
        isClosed = true;
        listening?.stop();
        stop();
        await write(output, clear());
      },
    };
  };

/** What a hand at the keyboard has just asked for, and sees drawn. */
const seenAnyway: ReadonlySet<RunEventType> = new Set(['paused', 'unpaused', 'limit-changed', 'reopened']);

interface Drawn {
  readonly lines: readonly string[];
  readonly columns: number;
}

const nothing: Drawn = { lines: [], columns: 0 };

const frame = (lines: readonly string[]): string => lines.join('\n');

/**
 * Puts lines over those drawn before. Each clears what is left of its row, and the screen below only where there are
 * fewer rows now: a terminal that is cleared from its very first cell on may keep a copy of what it showed.
 */
const redraw = (drawn: Drawn, { lines, columns }: Drawn): string => {
  if (drawn.lines.length === 0) return frame(lines);
  const rows = rowsOf(drawn, columns);
  return `${back(rows)}${lines.join('\x1b[K\n')}${rows > lines.length ? '\x1b[J' : '\x1b[K'}`;
};

/** Clears what was drawn and stands where it began; for the same reason the first row is cleared apart. */
const erase = (drawn: Drawn, columns: number): string => {
  if (drawn.lines.length === 0) return '';
  const rows = rowsOf(drawn, columns);
  return `${back(rows)}\x1b[K${rows > 1 ? '\n\x1b[J\x1b[A' : ''}`;
};

const back = (rows: number): string => `\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}`;

/** How many rows the lines take by now: a terminal that became narrower has broken them. */
const rowsOf = ({ lines, columns: before }: Drawn, columns: number): number =>
  columns >= before ? lines.length : lines.reduce((sum, line) => sum + rowsOfLine(line, columns), 0);

const rowsOfLine = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(widthOf(line.replace(/\x1b\[\d+m/g, '')) / columns));
