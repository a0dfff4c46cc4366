import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { SubplanFailure } from '../domain/failure.js';
import { noConfig, readConfig } from './config-file.js';
import { longName, optionFlags } from './flags.js';
import { isFile } from './is-file.js';
import { type Given, gatherSettings, type Settings } from './settings.js';
import type { ViewSettings } from './view-settings.js';
import type { World } from './world.js';

/** Where the plan comes from: a project's folder, or a file in which a plan was written. */
export type PlanSource =
  | { readonly kind: 'folder'; readonly root: string; readonly name: string; readonly settings: Settings }
  | { readonly kind: 'plan'; readonly file: string; readonly name: string };

export interface Asked {
  readonly folder: string | undefined;
  readonly given: Given;
  readonly view: ViewSettings;
}

/** Finds out what was meant by the argument, with all settings checked before any work. */
export const planSource = async ({ folder = '.', given, view }: Asked, { cwd, env }: World): Promise<PlanSource> => {
  const place = resolve(cwd, folder);
  const name = basename(place) || place;
  if (!isFile(place)) {
    const config = view.config ? await readConfig(place) : noConfig;
    return { kind: 'folder', root: place, name, settings: gatherSettings(given, env, config) };
  }
  refuseOther(place, folder);
  const idle = optionFlags.filter(({ option }) => given[option] !== undefined).map(longName);
  if (idle.length === 0) return { kind: 'plan', file: place, name };
  throw new SubplanFailure({
    code: 'invalid-options',
    message: `${idle.join(' and ')} can change nothing: ${JSON.stringify(folder)} is a plan, which is split already`,
    nextStep: 'Name the folder of the project to split it anew, or leave those flags away.',
  });
};

/** A file that is no plan is more likely a mistake for its folder than a broken plan. */
const refuseOther = (file: string, given: string): void => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return; // Reading the plan says what is wrong.
  }
  if (/"format"\s*:\s*"subplan\/plan"/.test(text)) return;
  throw new SubplanFailure({
    code: 'root-not-a-folder',
    message: `${JSON.stringify(given)} is neither a folder nor a plan`,
    nextStep: 'Name the folder of a project, or a plan that was written with `subplan plan -o plan.json`.',
  });
};
