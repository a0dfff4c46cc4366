import type { CalibrateOptions } from '../../options/calibrate-options.js';
import { resolveCalibrate } from '../../options/resolve-calibrate.js';
import type { Half, RunSource } from '../run/run-source.js';
import { calibrateFlags } from '../settings/calibrate-flags.js';

/** Calibrating instead of running: it has flags of its own, and settings that are meant for a run are not its. */
export const calibrating: Half = {
  command: 'calibrate',
  flags: calibrateFlags,
  check: (options) => resolveCalibrate(options as CalibrateOptions, 1),
};

export type CalibrateSource = RunSource & { readonly execute: CalibrateOptions };
