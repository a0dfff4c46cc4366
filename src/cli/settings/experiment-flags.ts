import { executeRows } from '../../options/execute-options.js';
import { designRows } from '../../options/experiment-options.js';
import { rowsIn } from '../../options/row.js';
import { flagsOf } from './flag.js';

/** The flags of `subplan experiment run`. They count before what the file says. */
export const experimentFlags = flagsOf(rowsIn({ ...designRows, ...executeRows }, 'experiment-flags'));
