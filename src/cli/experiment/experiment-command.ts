import { SubplanFailure } from '../../domain/failure.js';
import type { Interruption } from '../interruption.js';
import type { Given } from '../settings/settings.js';
import type { World } from '../world.js';
import { lookAtExperiment } from './look-at-experiment.js';
import { runExperiment } from './run-experiment.js';

/** What is to be done with an experiment. */
export type ExperimentAction =
  | { readonly kind: 'run'; readonly file: string }
  /** Of one that is recorded; `run` undefined: the newest. */
  | { readonly kind: 'report' | 'watch'; readonly run: string | undefined };

export interface ExperimentArguments {
  readonly action: ExperimentAction;
  readonly given: Given;
  readonly interruption: Interruption;
}

/** `subplan experiment`: runs one, or looks at one. Returns the exit code. */
export const experimentCommand = (
  { action, given, interruption }: ExperimentArguments,
  world: World,
): Promise<number> => {
  const { watch } = given as { readonly watch?: string | true };
  if (action.kind === 'run') {
    if (watch !== undefined) throw both(watch);
    return runExperiment({ file: action.file, given, interruption }, world);
  }
  return lookAtExperiment(
    { run: action.run ?? (watch === true ? undefined : watch), given, isWatching: action.kind === 'watch' },
    world,
  );
};

const both = (watched: string | true): SubplanFailure => {
  const watch = watched === true ? '' : ` ${watched}`;
  return new SubplanFailure({
    code: 'invalid-options',
    message: `--watch${watch} follows an experiment that runs elsewhere, and \`run\` starts one`,
    nextStep: `Use \`subplan experiment watch${watch}\`, or leave --watch out. Nothing was done.`,
  });
};
