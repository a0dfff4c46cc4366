import type { ExecuteSettings } from '../options/resolve-execute.js';
import { recordedCode } from './code-identity.js';
import type { Identities } from './fingerprints.js';
import type { RecordedCode } from './recorded-code.js';
import { type SamplingIdentity, samplingIdentity } from './sampling-identity.js';
import type { TrialParts } from './trial-parts.js';

/** What the code of a run is. To know that of a module all its files are read, so it is found out once and handed on. */
export interface Codes {
  readonly task: RecordedCode;
  readonly rollUp: RecordedCode | undefined;
  /** Undefined where leaves are not sampled. */
  readonly sampling: SamplingIdentity | undefined;
}

/** `redact`: no secret of a command is written down or shown. */
export const codesOf = (settings: ExecuteSettings, redact: (text: string) => string): Codes => ({
  task: recordedCode(settings.task, redact),
  rollUp: settings.rollUp && recordedCode(settings.rollUp, redact),
  sampling: samplingIdentity(settings),
});

/** Without a rollup of its own, what a branch comes to is decided by the task. */
export const identitiesOf = ({ task, rollUp, sampling }: Codes, trials?: TrialParts): Identities => ({
  // A value that a nameless function has accepted or scored cannot be told from others.
  task: (sampling && sampling.identity === undefined) || isScoredByNameless(trials) ? undefined : task.identity,
  rollUp: rollUp ? rollUp.identity : task.identity,
  ...(sampling?.identity === undefined ? {} : { sampling: sampling.identity }),
});

export const isScoredByNameless = (trials: TrialParts | undefined): boolean => trials !== undefined && !trials.decides;
