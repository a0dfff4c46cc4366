import { fileURLToPath } from 'node:url';
import type { CommandSettings, CommandTask } from '../domain/command.js';
import { digest } from '../ledger/stored-value.js';
import { shellQuoted } from '../util/shell-quoted.js';

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
