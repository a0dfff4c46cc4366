import { calibrateRows } from '../../options/calibrate-options.js';
import { executeRows } from '../../options/execute-options.js';
import { rowsIn } from '../../options/row.js';
import { flagsOf } from './flag.js';

/** The flags of what `calibrate` takes. */
export const calibrateFlags = flagsOf({ ...calibrateRows, ...rowsIn(executeRows, 'calibrate') });
