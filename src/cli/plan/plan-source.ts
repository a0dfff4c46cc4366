import { type DecomposeSettings, resolveDecompose } from '../../options/resolve-decompose.js';
import { findPlace, refuseIdle } from '../place.js';
import { noConfig, readConfig } from '../settings/config-file.js';
import { decomposeFlags } from '../settings/decompose-flags.js';
import { type Given, gatherSettings, parse, problemsOf, refuse, type Settings } from '../settings/settings.js';
import type { World } from '../world.js';

/** Where the plan comes from. */
export type PlanSource =
  | {
      readonly kind: 'folder';
      readonly root: string;
      readonly name: string;
      readonly decompose: DecomposeSettings;
      readonly sources: Settings['sources'];
    }
  | { readonly kind: 'plan'; readonly file: string; readonly name: string };

export interface Asked {
  readonly folder: string | undefined;
  readonly given: Given;
  readonly view: { readonly config: boolean };
}

/** Finds out what was meant by the argument, with all settings checked before any work. */
export const planSource = async ({ folder, given, view }: Asked, { cwd, env }: World): Promise<PlanSource> => {
  const place = findPlace(folder, cwd);
  if (place.kind === 'plan') {
    refuseIdle(decomposeFlags, given, folder);
    return place;
  }
  const config = view.config ? await readConfig(place.root) : noConfig;
  const settings = gatherSettings(decomposeFlags, { given, env, config });
  const parsed = parse(() => resolveDecompose(settings.options));
  refuse(problemsOf(settings, decomposeFlags, parsed), 'plan');
  return { ...place, decompose: parsed.resolved(), sources: settings.sources };
};
