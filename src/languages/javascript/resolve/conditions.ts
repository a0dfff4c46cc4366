import type { Asker } from './files.js';
import { isObject, isText, type JsonObject } from './json.js';

/** Conditions that hold, by who asks. Among them the first in the table counts, as in Node and TypeScript. */
const holding: Readonly<Record<Asker, ReadonlySet<string>>> = {
  typescript: new Set(['types', 'typings', 'import', 'default']),
  module: new Set(['import', 'module', 'node', 'default']),
  commonjs: new Set(['require', 'node', 'default']),
};

const isDeclaration = (target: string): boolean => /\.d\.[mc]?ts$/.test(target);
const isSource = (target: string): boolean => /\.[mc]?tsx?$/.test(target) && !isDeclaration(target);

const leaves = (value: unknown, asker: Asker): string[] => {
  if (isText(value)) return [value];
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, asker));
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  const holds = (name: string) => holding[asker].has(name);
  return [...names.filter(holds), ...names.filter((name) => !holds(name))].flatMap((name) =>
    leaves(value[name], asker),
  );
};

/**
 * Every file a value of `exports` or `imports` may lead to, likeliest first. Whatever the condition is called that leads
 * to a source (`source`, `development`, `@acme/source`), in a project it is the source that is meant. Conditions that
 * do not hold come last: better a file for someone else than none.
 */
const candidates = (value: unknown, asker: Asker): string[] => {
  const all = leaves(value, asker);
  const sources = all.filter(isSource);
  const built = all.filter((target) => !isSource(target));
  if (asker === 'typescript') return [...sources, ...built];
  return [...sources, ...built.filter((target) => !isDeclaration(target)), ...built.filter(isDeclaration)];
};

interface Match {
  readonly value: unknown;
  /** What the star stands for. */
  readonly star: string | undefined;
}

/** The entry of a table with patterns (`./*`, `#internal/*`, `@app/*`) that fits: the exact one, or the longest. */
export const matchPattern = (table: JsonObject, name: string): Match | undefined => {
  if (Object.hasOwn(table, name) && !name.includes('*')) return { value: table[name], star: undefined };
  let best = '';
  for (const key of Object.keys(table)) {
    const star = key.indexOf('*');
    const prefix = star < 0 ? (key.endsWith('/') ? key : undefined) : key.slice(0, star);
    if (prefix === undefined || !name.startsWith(prefix)) continue;
    const suffix = star < 0 ? '' : key.slice(star + 1);
    if (name.length < prefix.length + suffix.length || !name.endsWith(suffix)) continue;
    if (best === '' || prefix.length > prefixLength(best)) best = key;
  }
  if (best === '') return undefined;
  const suffixLength = best.includes('*') ? best.length - best.indexOf('*') - 1 : 0;
  return { value: table[best], star: name.slice(prefixLength(best), name.length - suffixLength) };
};

const prefixLength = (key: string): number => (key.includes('*') ? key.indexOf('*') : key.length);

export interface Asked {
  readonly name: string;
  readonly asker: Asker;
}

/** Where `name` leads in a table of `exports` or `imports`: undefined where it has no entry, [] where it is closed. */
export const targetsOf = (table: JsonObject, { name, asker }: Asked): string[] | undefined => {
  const match = matchPattern(table, name);
  if (!match) return undefined;
  const targets = candidates(match.value, asker);
  const { star } = match;
  if (star === undefined) return targets;
  return targets.map((target) => (target.endsWith('/') ? target + star : target.replaceAll('*', () => star)));
};

/** `exports` as a table: a single value stands for the package itself. */
export const exportsTable = (value: unknown): JsonObject | undefined => {
  if (value === undefined || value === null) return undefined;
  if (isObject(value) && Object.keys(value).some((key) => key.startsWith('.'))) return value;
  return { '.': value };
};
