import type { ListedSubplan, PlanRecord } from '../domain/ledger.js';
import { digest } from '../ledger/stored-value.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import { epochNow } from '../util/clock.js';
import type { Runnable } from './runnable.js';

/** A plan as the ledger keeps it. */
export const planRecord = (plan: Runnable, settings: DecomposeSettings | undefined): PlanRecord => {
  const json = JSON.stringify(plan.essence());
  return {
    json,
    hash: digest(json),
    key: settings && planKey(settings),
    madeAt: epochNow(),
    subplans: () => listed(plan),
  };
};

/** The same for settings that would give the same plan of the same files; undefined where that cannot be told. */
export const planKey = (settings: DecomposeSettings): string | undefined => {
  if (typeof settings.strategy === 'function' || settings.files !== undefined) return undefined;
  return digest(JSON.stringify(inKey.map((name) => settings[name])));
};

/** In the order in which ledgers have their key. */
const inKey = [
  ...(['include', 'exclude', 'roles', 'keep', 'maxFileBytes', 'tokens'] as const),
  ...(['bounds', 'sizing', 'tests', 'strategy', 'seed'] as const),
] as const;

/** Leaves first and then branches, as the scheduler numbers them. */
const listed = ({ leaves, branches }: Runnable): ListedSubplan[] => {
  const all = [...leaves, ...branches];
  const numbers = new Map(all.map(({ id }, node) => [id, node]));
  const files = new Map<string, number>();
  for (const { id, files: paths } of leaves) files.set(id, paths.length);
  // A branch stands before those below it.
  for (const { id, children } of [...branches].reverse()) {
    files.set(
      id,
      children.reduce((sum, child) => sum + (files.get(child) ?? 0), 0),
    );
  }
  return all.map(({ id, kind, label, depth, tokens, parent }) => ({
    ...{ id, kind, label, depth, tokens },
    parent: parent === undefined ? undefined : numbers.get(parent),
    files: files.get(id) ?? 0,
  }));
};
