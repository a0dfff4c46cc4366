import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { Environment } from '../run/process/environment.js';
import { ScratchFolder } from '../run/process/scratch.js';
import type { SamplingCode } from '../run/sampler.js';
import type { Redactor } from '../util/redact.js';
import { acceptByCommand } from './accept-command.js';

export interface SamplingParts {
  readonly runId: string;
  readonly settings: ExecuteSettings;
  readonly env: Environment;
  readonly redact: Redactor;
}

/** What a run needs to have samples judged, and how to tidy up after it. */
export const samplingOf = ({ runId, settings, env, redact }: SamplingParts) => {
  const { sampling } = settings;
  const scratch = new ScratchFolder(runId);
  if (!sampling) return { code: undefined, close: () => {} };
  const { accept, select } = sampling;
  const judge =
    accept?.kind === 'command'
      ? acceptByCommand({ settings: accept.command, env, redact, scratch, graceMs: settings.graceMs })
      : accept?.code;
  const code: SamplingCode = { tries: sampling.breadth, rounds: sampling.depth, accept: judge, select };
  return { code, close: () => scratch.remove() };
};
