import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { compareText } from '../util/compare.js';
import { localImports } from './local-imports.js';
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
