import type { calibrateWith } from '../engine/calibrate/calibrate.js';
import type { experimentWith } from '../engine/experiment/experiment.js';
import type { readExperiment } from '../engine/experiment/read-experiment.js';
import type { openExperiment } from '../engine/experiment/recorded-experiment.js';
import type { makePlan } from '../engine/make-plan.js';
import type { preview } from '../engine/preview.js';
import type { findPrevious } from '../engine/previous.js';
import type { readPlan } from '../engine/read-plan.js';
import type { resume } from '../engine/resume.js';
import type { openRuns } from '../engine/runs.js';

/** What the command line calls of the engine. It has parsed all options by then, and hands on what they were resolved to. */
export interface Engine {
  readonly makePlan: typeof makePlan;
  readonly readPlan: typeof readPlan;
  readonly findPrevious: typeof findPrevious;
  readonly resume: typeof resume;
  readonly openRuns: typeof openRuns;
  readonly preview: typeof preview;
  readonly experimentWith: typeof experimentWith;
  readonly readExperiment: typeof readExperiment;
  readonly openExperiment: typeof openExperiment;
  readonly calibrateWith: typeof calibrateWith;
}

/** Loads one of them when a command is about to call it: most commands need few, and `--version` none. */
export type LoadEngine = <Name extends keyof Engine>(name: Name) => Promise<Engine[Name]>;

const parts: { readonly [Name in keyof Engine]: () => Promise<Pick<Engine, Name>> } = {
  makePlan: () => import('../engine/make-plan.js'),
  readPlan: () => import('../engine/read-plan.js'),
  findPrevious: () => import('../engine/previous.js'),
  resume: () => import('../engine/resume.js'),
  openRuns: () => import('../engine/runs.js'),
  preview: () => import('../engine/preview.js'),
  experimentWith: () => import('../engine/experiment/experiment.js'),
  readExperiment: () => import('../engine/experiment/read-experiment.js'),
  openExperiment: () => import('../engine/experiment/recorded-experiment.js'),
  calibrateWith: () => import('../engine/calibrate/calibrate.js'),
};

export const loadEngine: LoadEngine = async (name) => (await parts[name]())[name];
