import { type Problem, SubplanFailure } from '../../domain/failure.js';
import { show } from '../../util/show.js';
import type { World } from '../world.js';
import { envName, type ViewFlag } from './flag.js';
import type { Given } from './settings.js';
import { readList, readSwitch } from './values.js';
import type { calibrateViewFlags, planViewFlags, runViewFlags } from './view-flags.js';

/** What to show, and where: the values of a command's view flags. */
type Values<Flag extends ViewFlag> = {
  readonly [F in Flag as F['key']]: F['value'] extends 'list'
    ? readonly string[]
    : F['value'] extends 'text'
      ? string | undefined
      : boolean;
};

export type PlanViewSettings = Values<(typeof planViewFlags)[number]>;
export type RunViewSettings = Values<(typeof runViewFlags)[number]>;
/** What showing a run under way needs. */
export type FollowView = Pick<RunViewSettings, 'json' | 'quiet' | 'verbose' | 'color'>;
export type CalibrateViewSettings = Values<(typeof calibrateViewFlags)[number]>;
/** What all commands have. */
export type ViewSettings = Pick<
  PlanViewSettings,
  keyof PlanViewSettings & keyof RunViewSettings & keyof CalibrateViewSettings
>;

/** Reads the flags that concern the view, or their twins in the environment. */
export const readViewSettings = <Flag extends ViewFlag>(
  flags: readonly Flag[],
  given: Given,
  env: World['env'],
): Values<Flag> => {
  const problems: Problem[] = [];
  const read: Record<string, unknown> = { output: [] };
  for (const flag of flags) {
    const text = env[envName(flag)];
    const isOff = flag.value === 'off-switch';
    if (flag.value === 'switch' || isOff) {
      const set = readSwitch(text ?? '');
      if (set === undefined) problems.push({ field: envName(flag), expected: '1 or 0', received: show(text) });
      read[flag.key] = isOff ? given[flag.key] !== false && !set : (given[flag.key] ?? set ?? false);
    } else
      read[flag.key] = given[flag.key] ?? (text ? (flag.value === 'list' ? readList(text) : text) : read[flag.key]);
  }
  if (problems.length > 0) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: 'the environment cannot be used',
      nextStep: 'Correct or unset what is listed. Nothing was done.',
      problems,
    });
  }
  return read as unknown as Values<Flag>;
};
