import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { javascript } from '../languages/javascript/javascript.js';
import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { compareText } from '../util/compare.js';
import { surveyTask } from './survey.js';

type Source = NonNullable<ExecuteSettings['task'] | ExecuteSettings['rollUp']>;

/** A task or rollup as it is recorded. */
export type RecordedCode =
  | { readonly kind: 'survey'; readonly identity: string }
  | { readonly kind: 'module'; readonly url: string; readonly identity: string }
  /** A function is what its name and version say; without them it cannot be told from any other. */
  | { readonly kind: 'function'; readonly name?: string; readonly version?: string; readonly identity?: string };

export const recordedCode = (source: Source): RecordedCode => {
  if (source.kind === 'module') {
    const { url } = source;
    const identity = url.startsWith('file:') ? identityOfModule(fileURLToPath(url)) : digest(url);
    return url === surveyTask.href ? { kind: 'survey', identity } : { kind: 'module', url, identity };
  }
  const { name, version } = source.code as { readonly name?: string; readonly version?: string };
  // Every function has a name of its own; only one that was given with a version means something.
  if (typeof source.code === 'function' || !name || !version) return { kind: 'function' };
  return { kind: 'function', name, version, identity: digest(JSON.stringify(['function', name, version])) };
};

/** In a few words, for messages. */
export const codeText = (code: RecordedCode): string => {
  if (code.kind === 'survey') return `the built-in survey (${short(code.identity)})`;
  if (code.kind === 'module') return `${moduleName(code.url)} (${short(code.identity)})`;
  return code.identity === undefined
    ? 'a function without name and version'
    : `the function ${code.name} ${code.version}`;
};

const short = (identity: string): string => identity.slice(0, 8);

const moduleName = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : `${url.slice(0, 40)}…`);

/** What a module is: its own text and that of all local files it imports, directly or not, wherever they stand. */
const identityOfModule = (main: string): string => {
  const seen = new Map<string, string>();
  const open = [main];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    const text = readText(path);
    seen.set(path, text === undefined ? 'missing' : digest(text));
    if (text !== undefined && /\.[cm]?[jt]sx?$/.test(path)) open.push(...localImports(path, text));
  }
  const base = dirname(main);
  const parts = [...seen].map(([path, hash]) => `${relative(base, path).replaceAll(sep, '/')} ${hash}`);
  return digest(parts.sort(compareText).join('\n'));
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const localImports = (from: string, text: string): string[] =>
  javascript.read(text, from).flatMap(({ text: specifier }) => {
    const found = /^(?:\.{0,2}\/|file:|\.{1,2}$)/.test(specifier)
      ? beside(from, specifier)
      : byPackage(from, specifier);
    return found === undefined ? [] : [found];
  });

const endings = ['', '.js', '.mjs', '.cjs', '.json', '.ts', '.mts', '.cts', '.tsx', '/index.js', '/index.ts'];

const beside = (from: string, specifier: string): string | undefined => {
  const place = specifier.startsWith('file:') ? pathOf(specifier) : resolve(dirname(from), bare(specifier));
  if (place === undefined) return undefined;
  // What a compiler will make of a TypeScript file is named by what it makes.
  const written = place.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  return [place, written].flatMap((one) => endings.map((ending) => one + ending)).find(isFile);
};

/** Imports may carry a query, which names the same file. */
const bare = (specifier: string): string => specifier.replace(/[?#].*$/s, '');

/** A package that is linked from elsewhere on this machine, or a name of the package itself, is local code too. */
const byPackage = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('node:') || specifier.startsWith('data:')) return undefined;
  try {
    const place = realpathSync(createRequire(pathToFileURL(from)).resolve(specifier));
    return place.includes(`${sep}node_modules${sep}`) ? undefined : place;
  } catch {
    return undefined;
  }
};

const pathOf = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
