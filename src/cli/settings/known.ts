import { calibrateFlags } from './calibrate-flags.js';
import { decomposeFlags } from './decompose-flags.js';
import { executeFlags } from './execute-flags.js';
import { experimentFlags } from './experiment-flags.js';
import { eachOnce, type OptionFlag } from './flag.js';
import { viewFlags } from './view-flags.js';

/** All options of `subplan run`: it splits the project, and then runs the leaves. Some options are of both. */
export const runFlags: readonly OptionFlag[] = eachOnce([...executeFlags, ...decomposeFlags]);

/** All options of `subplan calibrate`, which splits the project too. */
export const calibratingFlags: readonly OptionFlag[] = eachOnce([...calibrateFlags, ...decomposeFlags]);

/** Every flag that sets an option. */
export const optionFlags: readonly OptionFlag[] = [...runFlags, ...calibratingFlags, ...experimentFlags];

/** Every flag of every command. */
export const allFlags = [...optionFlags, ...Object.values(viewFlags).flat()];

/** What a configuration may set. One serves all commands: each takes what is its own, and knows the rest. */
export const configurable: readonly string[] = [
  ...new Set(
    [...decomposeFlags, ...executeFlags, ...calibrateFlags]
      .filter(({ isOnlyFlag }) => !isOnlyFlag)
      .map(({ option }) => option),
  ),
];
