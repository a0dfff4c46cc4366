import { shellQuoted } from '../../util/shell-quoted.js';
import type { Given } from '../settings/settings.js';

export interface Earlier {
  /** A folder or a plan.json. */
  readonly argument: string | undefined;
  readonly given: Given;
  /** Whether the argument is a plan and not the project. */
  readonly isPlan: boolean;
}

/** The command that goes on with a run, from where this one was given. */
export const againWith =
  ({ argument, given, isPlan }: Earlier) =>
  (runId: string, ...more: readonly string[]): string => {
    const folder = isPlan ? given.root : argument;
    const ledger = typeof given.ledger === 'string' ? ['--ledger', given.ledger] : [];
    const place = folder === undefined ? [] : [String(folder)];
    return ['subplan', 'run', ...place, '--resume', runId, ...ledger, ...more].map(shellQuoted).join(' ');
  };
