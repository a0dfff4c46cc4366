import type { CommandSettings } from '../domain/command.js';
import { RateLimited } from '../domain/rate-limited.js';
import type { AcceptFunction } from '../domain/sampling.js';
import { makeCommand } from '../run/process/command-run.js';
import type { Environment } from '../run/process/environment.js';
import type { Scratch } from '../run/process/scratch.js';
import type { Redactor } from '../util/redact.js';

export interface AcceptCommand {
  readonly settings: CommandSettings;
  readonly env: Environment;
  readonly redact: Redactor;
  readonly scratch: Scratch;
  readonly graceMs: number;
}

/** A command that judges values: it is handed the value in its JSON, and accepts it by exit code 0. */
export const acceptByCommand = (options: AcceptCommand): AcceptFunction => {
  const command = makeCommand({ ...options, part: 'accept' });
  return async (value, leaf, context) => {
    const { root, goal, runId, attempt, sample, signal } = context;
    const lineage = () => context.lineage;
    const facts = {
      root,
      goal,
      runId,
      attempt,
      sample,
      lineage,
      subject: { kind: 'leaf', leaf },
      more: { value },
    } as const;
    const run = command.run(facts, { wants: () => true, line: (text) => context.log(text) });
    const end = (): void => run.end();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const { performed, exitCode, spent, stdoutTail, stderrTail } = await run.done;
    signal.removeEventListener('abort', end);
    if (Object.keys(spent).length > 0) context.spend(spent);
    const { failure } = performed;
    if (failure?.code === 'rate-limited')
      throw new RateLimited({ retryAfterMs: failure.waitMs, message: failure.message });
    if (exitCode === 0) return true;
    if (failure?.code === 'command-failed') return { accepted: false, feedback: feedbackOf(stdoutTail, stderrTail) };
    const error = new Error(failure?.message ?? 'the command was ended');
    // Where this stands says nothing to who gave the command.
    throw Object.assign(error, { retryable: failure?.retryable, stack: undefined });
  };
};

/** Test runners print to both. */
const feedbackOf = (...said: readonly string[]): string =>
  said
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
