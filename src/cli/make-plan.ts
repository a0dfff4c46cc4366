import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import type { Interruption } from './interruption.js';
import { previousPlan } from './previous-plan.js';
import { progressLine } from './progress-line.js';
import type { ViewSettings } from './settings/view-settings.js';
import { isPlain } from './terminal.js';
import type { Plan, World } from './world.js';

export interface Making {
  readonly source:
    | { readonly kind: 'plan'; readonly file: string }
    | { readonly kind: 'folder'; readonly root: string; readonly decompose: DecomposeSettings };
  readonly view: ViewSettings;
  /** The ledger that was named; undefined: the project's own. */
  readonly ledger?: LedgerPlace | undefined;
  /** Whether the run is to be recorded. */
  readonly isRecorded?: boolean;
  readonly interruption: Interruption;
}

/** Makes or reads the plan, with progress on stderr, until interrupted. */
export const makePlan = async (
  { source, view, ledger, isRecorded = false, interruption: { signal, letGo } }: Making,
  world: World,
): Promise<Plan> => {
  const { load, stderr, env, now } = world;
  if (source.kind === 'plan') return (await load('readPlan'))(source.file);
  const { root, decompose } = source;
  const staying = { root, settings: decompose, ledger, quiet: view.quiet, isNeeded: isRecorded };
  const previous = view.fresh ? undefined : await previousPlan(staying, world);
  const style = view.quiet ? 'off' : stderr.isTTY && !isPlain(env) ? 'line' : view.verbose ? 'log' : 'off';
  const progress = progressLine({ output: stderr, now, style });
  // Being interrupted ends the run before `finally` is reached.
  signal.addEventListener('abort', progress.clear);
  try {
    const make = await load('makePlan');
    const plan = await make({
      ...decompose,
      previous: previous?.plan.asEarlier(),
      root,
      signal,
      onProgress: (at) => {
        if (signal.aborted) return;
        progress.show(at);
        // From here on nothing waits, so nothing would be heard: see Interruption.
        if (at.phase === 'resolving') letGo();
      },
    });
    progress.clear();
    await previous?.tell(plan);
    return plan;
  } finally {
    signal.removeEventListener('abort', progress.clear);
    progress.clear();
  }
};
