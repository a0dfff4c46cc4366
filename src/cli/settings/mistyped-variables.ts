import { nearest } from '../../util/nearest.js';
import type { World } from '../world.js';
import { envName } from './flag.js';
import { allFlags } from './known.js';

/** Variables that look like settings but are none: a typing mistake here would otherwise never be noticed. */
export const mistypedVariables = (env: World['env']): string[] => {
  const known = allFlags.map(envName);
  return Object.keys(env)
    .filter((name) => name.startsWith('SUBPLAN_') && !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      return meant ? [`the variable ${name} is not known and was ignored; did you mean ${meant}?`] : [];
    });
};
