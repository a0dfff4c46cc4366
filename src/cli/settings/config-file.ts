import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Problem, SubplanFailure } from '../../domain/failure.js';
import { nearest } from '../../util/nearest.js';
import { show } from '../../util/show.js';
import { isFile } from '../is-file.js';
import { configurable } from './known.js';

export interface Config {
  /** The file's name, for messages; undefined where there is none. */
  readonly name: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

const names = ['json', 'js', 'mjs', 'cjs'].map((ending) => `subplan.config.${ending}`);
/** Somebody who wrote one of these believes that it counts. */
const unread = ['ts', 'mts', 'cts', 'yaml', 'yml', 'toml'].map((ending) => `subplan.config.${ending}`);

export const noConfig: Config = { name: undefined, options: {} };

/** The configuration in a project's root: JSON, or the default export of a module. */
export const readConfig = async (root: string): Promise<Config> => {
  const found = names.filter((name) => isFile(join(root, name)));
  const [other] = unread.filter((name) => isFile(join(root, name)));
  if (other) throw invalid(`${other} is not read`, `Write it as ${names.join(' or ')}, or pass --no-config.`);
  if (found.length === 0) return noConfig;
  const [name] = found;
  if (found.length > 1) {
    throw invalid(`the project has ${found.length} configurations, ${found.join(' and ')}`, 'Keep one of them.');
  }
  const options = await load(join(root, name), name);
  const problems = problemsWith(options);
  if (problems.length > 0) throw invalid(`${name} cannot be used`, `Correct ${name}, or pass --no-config.`, problems);
  return { name, options: options as Config['options'] };
};

const load = async (file: string, name: string): Promise<unknown> => {
  try {
    if (name.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    return ((await import(pathToFileURL(file).href)) as { default?: unknown }).default;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw invalid(`${name} cannot be loaded: ${said}`, `Correct ${name}, or pass --no-config.`, [], cause);
  }
};

const problemsWith = (options: unknown): Problem[] => {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return [
      {
        field: 'its content',
        expected: 'an object of options (the default export of a module)',
        received: show(options),
      },
    ];
  }
  return Object.entries(options).flatMap(([field, value]) => {
    if (configurable.includes(field)) return [];
    const meant = nearest(field, configurable);
    return [
      {
        field,
        expected: meant ? `no such option (did you mean ${meant}?)` : `one of ${configurable.join(', ')}`,
        received: show(value),
      },
    ];
  });
};

const invalid = (
  message: string,
  nextStep: string,
  problems: readonly Problem[] = [],
  cause?: unknown,
): SubplanFailure => new SubplanFailure({ code: 'invalid-config', message, nextStep, problems, cause });
