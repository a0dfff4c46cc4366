import { RateLimited } from '../domain/rate-limited.js';
import type { Leaf } from '../domain/subplan.js';
import type { TaskContext } from '../domain/task.js';
import type { Command, CommandEnd } from '../run/process/command-run.js';

export interface CommandQuestion {
  readonly leaf: Leaf;
  readonly context: TaskContext;
  /** The project's folder, where the attempt has another. */
  readonly project?: string;
  /** Further fields of the JSON it reads. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** Has a command look at a value, within the attempt that made it. Resolves when nothing of the command is left. */
export const askCommand = async (
  command: Command,
  { leaf, context, project, more }: CommandQuestion,
): Promise<CommandEnd> => {
  const { root, goal, runId, attempt, sample, signal } = context;
  const lineage = () => context.lineage;
  const subject = { kind: 'leaf', leaf } as const;
  const facts = {
    root,
    goal,
    runId,
    attempt,
    sample,
    lineage,
    subject,
    more,
    ...(project === undefined ? {} : { project }),
  };
  const run = command.run(facts, { wants: () => true, line: (text) => context.log(text) });
  const end = (): void => run.end();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const done = await run.done;
  signal.removeEventListener('abort', end);
  if (Object.keys(done.spent).length > 0) context.spend(done.spent);
  const { failure } = done.performed;
  if (failure?.code === 'rate-limited') {
    throw new RateLimited({ retryAfterMs: failure.waitMs, message: failure.message });
  }
  return done;
};

/** What to throw where a command did not come to an answer. */
export const noAnswer = ({ performed: { failure } }: CommandEnd): Error => {
  const error = new Error(failure?.message ?? 'the command was ended');
  // Where this stands says nothing to who gave the command.
  return Object.assign(error, { retryable: failure?.retryable, stack: undefined });
};
