import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSettings } from '../domain/command.js';
import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { compareText } from '../util/compare.js';
import { localImports } from './local-imports.js';
import type { RecordedCode } from './recorded-code.js';
import { surveyTask } from './survey.js';

type Source = NonNullable<ExecuteSettings['task'] | ExecuteSettings['rollUp']>;

export const recordedCode = (source: Source, redact: (text: string) => string = asItIs): RecordedCode => {
  if (source.kind === 'module') {
    const { url } = source;
    const identity = url.startsWith('file:') ? identityOfModule(fileURLToPath(url)) : digest(url);
    return url === surveyTask.href ? { kind: 'survey', identity } : { kind: 'module', url, identity };
  }
  if (source.kind === 'command') return recordedCommand(source.command, redact);
  const { name, version } = source.code as { readonly name?: string; readonly version?: string };
  // Every function has a name of its own; only one that was given with a version means something.
  if (typeof source.code === 'function' || !name || !version) return { kind: 'function' };
  return { kind: 'function', name, version, identity: digest(JSON.stringify(['function', name, version])) };
};

const asItIs = (text: string): string => text;

/** A command is its words, its prompt and what it is handed; how limits are told from failures does not decide a value. */
const recordedCommand = ({ schema, ...command }: CommandSettings, redact: (text: string) => string): RecordedCode => {
  const { words, shell, prompt, stdin, output, env, version } = command;
  const identity = digest(JSON.stringify(['command', words, shell, prompt, stdin, output, env, version]));
  const text = JSON.stringify(command);
  const shown = redact(text);
  return { kind: 'command', command: JSON.parse(shown), identity, isPartial: schema !== undefined || shown !== text };
};

/** What a module is: its own text and that of all local files it imports, directly or not, wherever they stand. */
const identityOfModule = (main: string): string => {
  const base = dirname(main);
  const parts = [...textsOfModule(main)].map(([path, hash]) => `${relative(base, path).replaceAll(sep, '/')} ${hash}`);
  return digest(parts.sort(compareText).join('\n'));
};

/** The files that a module is made of. */
export const filesOfModule = (main: string): readonly string[] => [...textsOfModule(main).keys()];

/** By path: what stands for the text of each file of a module. */
const textsOfModule = (main: string): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>();
  const open = [main];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    const text = readText(path);
    seen.set(path, text === undefined ? 'missing' : digest(text));
    if (text !== undefined && /\.[cm]?[jt]sx?$/.test(path)) open.push(...localImports(path, text));
  }
  return seen;
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
