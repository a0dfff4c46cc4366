import { type Paint, painter } from '../report/paint.js';
import type { Output, World } from './world.js';

export interface Terminal {
  /** Cells in a line; undefined where the output goes elsewhere and nothing is to be clipped. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly paint: Paint;
}

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);

/** Whether nobody sits before the output, or it can only append. */
export const isPlain = ({ CI, TERM }: World['env']): boolean => isSet(CI) || TERM === 'dumb';

/** What can be shown: colours and clipping are for terminals only. NO_COLOR counts when it is set to anything. */
export const terminalOf = (output: Output, env: World['env'], wants: { color: boolean; all: boolean }): Terminal => {
  const isTerminal = output.isTTY === true;
  const clips = isTerminal && !wants.all;
  return {
    // A terminal that tells no size, or 0, is taken for the usual one.
    columns: clips ? output.columns || 80 : undefined,
    rows: clips ? output.rows || 24 : undefined,
    paint: painter(isTerminal && wants.color && !env.NO_COLOR && !isPlain(env)),
  };
};
