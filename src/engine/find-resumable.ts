import { SubplanFailure } from '../domain/failure.js';
import type { Ledger, RunLine } from '../domain/ledger.js';
import { call, say, setting } from '../domain/message.js';
import type { RunKind } from '../domain/run-details.js';
import { findRun } from './open-ledger.js';
import { settingsOf } from './run-settings.js';

/** The run of a kind that is meant: the newest, or one by its id or the beginning of it. Others are refused. */
export const findResumable = (ledger: Ledger, wanted: true | string, kind: RunKind): RunLine => {
  if (wanted !== true) {
    const found = findRun(ledger, wanted);
    if (kindOf(found) !== kind) throw otherKind(found, kind);
    return found;
  }
  const newest = ledger.runs().find((line) => kindOf(line) === kind);
  if (newest) return newest;
  throw new SubplanFailure({
    code: 'run-not-found',
    message: `no ${kind === 'project' ? 'run' : 'experiment'} is recorded in ${ledger.place}`,
    nextStep: say`Start one with ${call(calls[kind], setting('ledger', true))}, which records what it does. Nothing was done.`,
  });
};

export const kindOf = (line: Pick<RunLine, 'settings'>): RunKind =>
  settingsOf(line).experiment === undefined ? 'project' : 'experiment';

const calls = { project: 'run', experiment: 'experiment' } as const satisfies Record<RunKind, string>;

const otherKind = (found: RunLine, kind: RunKind): SubplanFailure =>
  new SubplanFailure({
    code: 'resume-refused',
    message: `run ${found.id} is ${kind === 'project' ? 'an experiment' : 'no experiment'}`,
    nextStep: say`Go on with it by ${call(calls[kindOf(found)], setting('resume', found.id))}. Nothing was done.`,
  });
