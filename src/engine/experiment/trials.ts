import { fileURLToPath } from 'node:url';
import type { Owner } from '../../domain/owner.js';
import type { Leaf } from '../../domain/subplan.js';
import type { TrialResult } from '../../domain/trial.js';
import type { ExperimentPlan, TrialLeaf } from '../../experiment/experiment-plan.js';
import { mergeTrials } from '../../experiment/rows.js';
import { digest, restoreValue } from '../../ledger/stored-value.js';
import type { ExecuteSettings } from '../../options/resolve-execute.js';
import type { ExperimentSettings } from '../../options/resolve-experiment.js';
import { ScratchFolder } from '../../run/process/scratch.js';
import type { Redactor } from '../../util/redact.js';
import { filesOfModule } from '../code-identity.js';
import type { TrialParts } from '../trial-parts.js';
import { realPlaces, refuseUncopyable } from './check-places.js';
import { commitOf } from './git-worktrees.js';
import { scoreCall, scoreIdentity, scoreText } from './score-code.js';
import { Unchanged, type Watched } from './unchanged.js';
import { WorkingFolders } from './working-folders.js';

export interface TrialsFor {
  readonly runId: string;
  readonly plan: ExperimentPlan;
  readonly settings: ExperimentSettings;
  readonly execute: ExecuteSettings;
  readonly owner: Owner;
  /** That of the run. */
  readonly redact: Redactor;
  /** The project's folder. */
  readonly root: string;
}

/** What the trials of an experiment need besides their task: folders, scores, and an eye on what must not change. */
export const trialsFor = async ({
  runId,
  plan,
  settings: given,
  execute,
  owner,
  redact,
  root,
}: TrialsFor): Promise<TrialParts> => {
  const settings = realPlaces(given);
  await refuseUncopyable(settings);
  const { isolation, score: source } = settings;
  const commit = isolation?.kind === 'worktree' ? await commitOf(isolation.source, isolation.ref) : undefined;
  const { env } = process;
  const scratch = new ScratchFolder(runId);
  const parts = { env, redact, scratch, graceMs: execute.graceMs, project: root };
  const score = await scoreCall({
    source,
    expected: (leaf) => plan.expected(leaf),
    areOutputs: execute.task.kind === 'command',
    ...parts,
  });
  const watch = await Unchanged.of(watchedOf(settings, execute));
  const identity = scoreIdentity(source);
  // Code is compared by what it is, elsewhere; what is left are the folders that were named.
  const named = Object.fromEntries(Object.entries(watch.digests).filter(([what]) => !codeNames.has(what)));
  // By what they hold, and not by where they stand.
  const surroundings = digest(JSON.stringify([commit, Object.values(named)]));
  return {
    score,
    scoredBy: source.kind === 'built-in' ? undefined : source.kind,
    watch,
    folders: isolation && new WorkingFolders({ runId, isolation, commit, owner }),
    merge: mergeTrials,
    isKept: (value) => (restoreValue(value) as TrialResult).interfered === undefined,
    decides: identity === undefined ? undefined : decidedBy(plan, [identity, surroundings]),
    described: {
      ...(settings.name === undefined ? {} : { name: settings.name }),
      ...{ confidence: settings.confidence, resamples: settings.resamples, score: scoreText(source) },
      // Also where there is none: what was isolated before must be now.
      isolation: isolation ? { kind: isolation.kind, from: commit ?? named[sourceName] } : null,
      unchanged: settings.unchanged.map((path) => named[path].slice(0, 12)),
    },
    close: () => scratch.remove(),
  };
};

const decidedBy =
  (plan: ExperimentPlan, all: readonly string[]) =>
  (leaf: Leaf): string =>
    digest(JSON.stringify([...all, plan.expected(leaf as TrialLeaf)]));

const sourceName = 'the folder that is copied for each trial';
const codeNames: ReadonlySet<string> = new Set(['the task', 'the score']);

/** A worktree is of a commit, which never changes. */
const watchedOf = ({ isolation, unchanged, score }: ExperimentSettings, { task }: ExecuteSettings): Watched[] => [
  ...moduleFiles(task).map((path) => ({ what: 'the task', path })),
  ...moduleFiles(score).map((path) => ({ what: 'the score', path })),
  ...(isolation?.kind === 'copy' ? [{ what: sourceName, path: isolation.source }] : []),
  ...unchanged.map((path) => ({ what: path, path })),
];

const moduleFiles = (source: { readonly kind: string; readonly url?: string }): readonly string[] =>
  source.kind === 'module' && source.url?.startsWith('file:') ? filesOfModule(fileURLToPath(source.url)) : [];
