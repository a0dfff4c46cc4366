import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { SubplanFailure } from '../domain/failure.js';
import { isFile } from './is-file.js';
import { givenName, longName, type OptionFlag } from './settings/flag.js';
import type { Given } from './settings/settings.js';

/** What the argument of a command names: a project's folder, or a file in which a plan was written. */
export type Place =
  | { readonly kind: 'folder'; readonly root: string; readonly name: string }
  | { readonly kind: 'plan'; readonly file: string; readonly name: string };

export const findPlace = (argument = '.', cwd: string): Place => {
  const path = resolve(cwd, argument);
  const name = basename(path) || path;
  if (!isFile(path)) return { kind: 'folder', root: path, name };
  refuseOther(path, argument);
  return { kind: 'plan', file: path, name };
};

/** A file that is no plan is more likely a mistake for its folder than a broken plan. */
const refuseOther = (file: string, argument: string): void => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return; // Reading the plan says what is wrong.
  }
  if (/"format"\s*:\s*"subplan\/plan"/.test(text)) return;
  throw new SubplanFailure({
    code: 'root-not-a-folder',
    message: `${JSON.stringify(argument)} is neither a folder nor a plan`,
    nextStep: 'Name the folder of a project, or a plan that was written with `subplan plan -o plan.json`.',
  });
};

/** A plan is split already: flags that say how to split would be ignored without a word. */
export const refuseIdle = (flags: readonly OptionFlag[], given: Given, argument: string | undefined): void => {
  const idle = flags.filter((flag) => given[givenName(flag)] !== undefined).map(longName);
  if (idle.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: `${idle.join(' and ')} can change nothing: ${JSON.stringify(argument)} is a plan, which is split already`,
    nextStep: 'Name the folder of the project to split it anew, or leave those flags away.',
  });
};
