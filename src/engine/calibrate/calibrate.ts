import { availableParallelism } from 'node:os';
import type { CalibrateOptions } from '../../options/calibrate-options.js';
import type { BranchValue, LeafValue, TaskLike } from '../../options/execute-options.js';
import { type CalibrateSettings, resolveCalibrate } from '../../options/resolve-calibrate.js';
import type { ExecuteSettings } from '../../options/resolve-execute.js';
import { withCode } from '../check-execute.js';
import type { Decomposition } from '../decomposition.js';
import type { Plan } from '../plan.js';
import { Calibration } from './calibration.js';
import { freeMemory } from './free-memory.js';

/**
 * Looks for a sensible `maxParallel`: runs the task on the leaves of a plan, one at a time, then two, four and so on, until
 * more at once are not worth it or bring trouble. Then it stops; what was done is in the report, and in the ledger where
 * there is one, for `execute({ resume, maxParallel })` to go on with. Invalid options throw at once.
 */
export const calibrate = <K extends TaskLike, R = BranchValue<K>>(
  plan: Plan | Decomposition,
  options: CalibrateOptions<K, R>,
): Calibration<LeafValue<K>, R> => calibrateBy(freeMemory, plan, options);

/** The same with other eyes for the memory. */
export const calibrateBy = <K extends TaskLike, R = BranchValue<K>>(
  memory: () => number,
  target: Plan | Decomposition,
  options: CalibrateOptions<K, R>,
): Calibration<LeafValue<K>, R> => {
  const settings = resolveCalibrate(options as unknown as CalibrateOptions, availableParallelism());
  return calibrateWith(settings, target, memory) as Calibration<LeafValue<K>, R>;
};

/** The same with what the options were resolved to. */
export const calibrateWith = (
  { upTo, execute }: CalibrateSettings,
  target: Plan | Decomposition,
  memory = freeMemory,
): Calibration => {
  const settings = beginningWith(withCode(execute));
  const planned = Promise.resolve(target);
  const run = planned.then((plan) => plan.begin(settings));
  const calibrator = planned.then(async (plan) => {
    const { Calibrator } = await import('./calibrator.js');
    const tokens = new Map(plan.leaves.map((leaf) => [leaf.id, leaf.tokens]));
    return new Calibrator({ upTo, tokensOf: (id) => tokens.get(id) ?? 0, freeMemory: memory });
  });
  return new Calibration(run, calibrator);
};

/**
 * It begins with one slot, but with all threads that the most slots would have: threads are not added later. By cost, the
 * first steps would get the largest leaves and look slow. What is recorded is what was given: a run that goes on has the
 * cap and the order of any other.
 */
const beginningWith = (settings: ExecuteSettings): ExecuteSettings => ({
  ...settings,
  maxParallel: 1,
  order: settings.order === 'dependencies' ? 'dependencies' : 'plan',
});
