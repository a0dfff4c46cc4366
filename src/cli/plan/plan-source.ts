import type { DecomposeOptions } from '../../options/decompose-options.js';
import { resolveDecompose } from '../../options/resolve-decompose.js';
import { findPlace, refuseIdle } from '../place.js';
import { noConfig, readConfig } from '../settings/config-file.js';
import { decomposeFlags } from '../settings/decompose-flags.js';
import { type Given, gatherSettings, problemsOf, refuse, type Settings } from '../settings/settings.js';
import type { World } from '../world.js';

/** Where the plan comes from. */
export type PlanSource =
  | {
      readonly kind: 'folder';
      readonly root: string;
      readonly name: string;
      readonly settings: Settings<DecomposeOptions>;
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
  refuse(
    problemsOf(settings, decomposeFlags, () => resolveDecompose(settings.options)),
    'plan',
  );
  return { ...place, settings };
};
