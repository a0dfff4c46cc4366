import { type CalibrateSettings, resolveCalibrate } from '../../options/resolve-calibrate.js';
import type { Half } from '../run/run-source.js';
import { calibrateFlags } from '../settings/calibrate-flags.js';

/** Calibrating instead of running: it has flags of its own, and settings that are meant for a run are not its. */
export const calibrating: Half<CalibrateSettings> = {
  command: 'calibrate',
  flags: calibrateFlags,
  resolve: resolveCalibrate,
};
