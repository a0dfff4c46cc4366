import { resolve } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import type { RunKind, RunSummary } from '../../domain/run-details.js';
import type { Runs } from '../../engine/runs.js';
import { jsonText } from '../../report/json-text.js';
import { brief, some } from '../../report/numbers.js';
import { drawRunDetails } from '../../report/run-details-view.js';
import { drawRuns } from '../../report/runs-view.js';
import { exitCodes } from '../exit-codes.js';
import { flagWords } from '../flag-words.js';
import type { Given } from '../settings/settings.js';
import { runsFlags } from '../settings/view-flags.js';
import { readViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { write } from '../write.js';
import { agedRuns } from './aged-runs.js';

/** What is to be done with the recorded runs. */
export type RunsAction =
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly id: string }
  | { readonly kind: 'rm'; readonly ids: readonly string[] }
  | { readonly kind: 'gc'; readonly keep: string | undefined; readonly olderThan: string | undefined };

/** `subplan runs`: lists, shows and removes what is recorded. Returns the exit code. */
export const runsCommand = async (action: RunsAction, given: Given, world: World): Promise<number> => {
  const { cwd, env, stdout, load } = world;
  const view = readViewSettings(runsFlags, given, env);
  const root = resolve(cwd, view.root ?? '.');
  const openRuns = await load('openRuns');
  const runs = await openRuns({
    root,
    ...(view.ledger === undefined ? {} : { ledger: resolve(cwd, view.ledger) }),
  });
  try {
    const { paint, columns } = terminalOf(stdout, env, { color: view.color, all: false });
    const { lines, json } = perform(action, runs, { paint, columns, words: flagWords });
    await write(stdout, view.json ? `${jsonText(json, 2)}\n` : `${lines.join('\n')}\n`);
    return exitCodes.ok;
  } finally {
    runs.close();
  }
};

interface Shown {
  readonly lines: readonly string[];
  readonly json: unknown;
}

const perform = (action: RunsAction, runs: Runs, page: Parameters<typeof drawRuns>[1]): Shown => {
  switch (action.kind) {
    case 'list': {
      const json = runs.list();
      return {
        lines:
          json.length === 0
            ? ['no runs are recorded; `subplan run` records what it does']
            : [...drawRuns(json, page), ...hint(json)],
        json,
      };
    }
    case 'show': {
      const json = runs.show(action.id);
      return { lines: drawRunDetails(json, page), json };
    }
    case 'rm': {
      if (action.ids.length === 0) throw noIds();
      const removed = runs.remove(action.ids);
      return { lines: removed.map((id) => `removed run ${id}`), json: { removed } };
    }
    case 'gc': {
      const removed = runs.remove(agedRuns(runs.list(), action, Date.now()));
      const freed = runs.collect();
      const what = `${some(freed.plans, 'plan')} and ${some(freed.values, 'large value')} that no run needs, ${brief(freed.bytes)}B given back`;
      return { lines: [...removed.map((id) => `removed run ${id}`), `dropped ${what}`], json: { removed, ...freed } };
    }
  }
};

const goesOn: Readonly<Record<RunKind, string>> = { project: 'subplan run', experiment: 'subplan experiment run FILE' };

/** What one could do next with the newest. */
const hint = ([{ id, state, kind }]: readonly RunSummary[]): string[] => {
  const isOpen = ['interrupted', 'stopped', 'cancelled', 'failed'].includes(state);
  const show = `subplan runs show ${id} tells more`;
  return ['', isOpen ? `Next: ${goesOn[kind]} --resume ${id} goes on with it; ${show}.` : `Next: ${show}.`];
};

const noIds = (): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-options',
    message: 'no run was named',
    nextStep: '`subplan runs` lists the runs: name one or more by id. Nothing was removed.',
  });
