import { decomposeRows } from '../../options/decompose-options.js';
import { flagsOf } from './flag.js';

/** The flags of what `decompose` takes. */
export const decomposeFlags = flagsOf(decomposeRows);
