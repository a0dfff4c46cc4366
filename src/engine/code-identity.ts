import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSettings, CommandTask } from '../domain/command.js';
import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { compareText } from '../util/compare.js';
import { shellQuoted } from '../util/shell-quoted.js';
import { localImports } from './local-imports.js';
import { surveyTask } from './survey.js';

type Source = NonNullable<ExecuteSettings['task'] | ExecuteSettings['rollUp']>;

/** What of a command can be written down. */
type PlainCommand = Omit<CommandSettings, 'schema'>;

/** A task or rollup as it is recorded. */
export type RecordedCode =
  | { readonly kind: 'survey'; readonly identity: string }
  | { readonly kind: 'module'; readonly url: string; readonly identity: string }
  /** `isPartial`: something of it cannot be written down, a schema or a secret, so that it must be given again. */
  | {
      readonly kind: 'command';
      readonly command: PlainCommand;
      readonly identity: string;
      readonly isPartial: boolean;
    }
  /** A function is what its name and version say; without them it cannot be told from any other. */
  | { readonly kind: 'function'; readonly name?: string; readonly version?: string; readonly identity?: string };

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

/** A command as it was given, from what is recorded of it. */
export const commandTask = ({ words, prompt, spends, shell, ...rest }: PlainCommand): CommandTask => {
  const { pattern, exitCodes } = rest.rateLimit;
  return {
    ...rest,
    shell,
    exec: shell ? words[0] : words,
    rateLimit: pattern === undefined ? { exitCodes } : { exitCodes, pattern },
    ...(prompt === undefined ? {} : { prompt: { text: prompt } }),
    spends: Object.fromEntries(Object.entries(spends).map(([name, paths]) => [name, paths.join('+')])),
  };
};

/** In a few words, for messages. */
export const codeText = (code: RecordedCode): string => {
  if (code.kind === 'survey') return `the built-in survey (${short(code.identity)})`;
  if (code.kind === 'module') return `${moduleName(code.url)} (${short(code.identity)})`;
  if (code.kind === 'command')
    return `\`${shortened(commandText(code.command))}\`${promptText(code.command)} (${short(code.identity)})`;
  return code.identity === undefined
    ? 'a function without name and version'
    : `the function ${code.name} ${code.version}`;
};

const promptText = ({ prompt }: PlainCommand): string =>
  prompt === undefined ? '' : ` with the prompt ${short(digest(prompt))}`;

const commandText = ({ words, shell }: PlainCommand): string => (shell ? words[0] : words.map(shellQuoted).join(' '));

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const short = (identity: string): string => identity.slice(0, 8);

const moduleName = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : `${url.slice(0, 40)}…`);

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
