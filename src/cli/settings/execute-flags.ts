import { executeRows } from '../../options/execute-options.js';
import { flagsOf } from './flag.js';

/** The flags of what `execute` takes. */
export const executeFlags = flagsOf(executeRows);
