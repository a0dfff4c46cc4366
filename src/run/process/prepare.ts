import { randomBytes } from 'node:crypto';
import type { AttemptFailure } from '../../domain/attempt-failure.js';
import type { CommandSettings } from '../../domain/command.js';
import { option, say, setting } from '../../domain/message.js';
import { type CommandFacts, filesOf } from './command-facts.js';
import { notStarted, promptTooLong, wordTooLong } from './command-failures.js';
import { fitsVariable, longestWord, ownVariables, sizeOf, sizeOfVariables } from './environment.js';
import {
  expandWords,
  fileWords,
  isMeant,
  meaningOf,
  mentions,
  type Placeholder,
  placeholderPattern,
  wordsOfTrial,
} from './placeholders.js';
import { renderPrompt } from './render-prompt.js';
import type { Scratch } from './scratch.js';
import { shellText, variableOf } from './shell-text.js';
import { standardInput } from './standard-input.js';

/** All that is needed to start a process. */
export interface Prepared {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Undefined: there is nothing to read. */
  readonly input: string | undefined;
  readonly prompt: string | undefined;
  readonly mark: string;
  readonly usage: string;
  /** The file with the names of the files, where one was written. */
  readonly list: string | undefined;
}

export interface Preparation {
  readonly settings: CommandSettings;
  /** What is inherited. */
  readonly base: Readonly<Record<string, string>>;
  readonly facts: CommandFacts;
  readonly scratch: Scratch;
}

/** Words and variables together. Linux takes 2 MiB unless told otherwise, macOS 1 MiB, Windows 32,767 letters. */
const mostBytes = { linux: 1024 * 1024, win32: 30_000 } as const;
const budget = (): number => mostBytes[process.platform as keyof typeof mostBytes] ?? 512 * 1024;

type Outcome =
  | { readonly prepared: Prepared; readonly failure?: undefined }
  | { readonly failure: AttemptFailure; readonly prepared?: undefined };

/** Decides everything about a process before it is started. */
export const prepare = ({ settings, base, facts, scratch }: Preparation): Outcome => {
  const { words, shell, stdin } = settings;
  const wantsPrompt = stdin === 'prompt' || mentions(words, 'prompt');
  const prompt = wantsPrompt ? renderPrompt(settings.prompt ?? '', facts) : undefined;
  const input = stdin === 'json' ? standardInput(facts) : stdin === 'prompt' ? prompt : undefined;
  const mark = nextMark(facts.runId);
  const usage = scratch.path('usage');
  const own = { ...base, ...ownVariables(facts, { mark, usage }) };
  const room = budget() - sizeOfVariables(own);
  let list: string | undefined;
  const makeList = (): string => {
    list ??= scratch.list(filesOf(facts));
    return list;
  };
  const form = shell ? shellForm : wordsForm;
  const ask: Ask = { words, facts, prompt: promptWord(settings, prompt), makeList };
  let formed = form(ask, fileWords(facts));
  if (isTooMuch(formed.words, room) && (shell || mentions(words, 'files'))) formed = form(ask, [`@${makeList()}`]);
  const env = { ...own, ...formed.env, ...(list === undefined ? {} : { SUBPLAN_FILE_LIST: list }) };
  const failure = problemOf(formed, prompt, room);
  return failure ? { failure } : { prepared: { words: formed.words, env, input, prompt, mark, usage, list } };
};

const salt = randomBytes(8).toString('hex');
let marks = 0;

/** Tells the processes of one attempt from all others. A number and not chance, which would cost more than all else here. */
const nextMark = (runId: string): string => `${runId}:${salt}${String(++marks).padStart(10, '0')}`;

interface Ask {
  readonly words: readonly string[];
  readonly facts: CommandFacts;
  /** What a word for the prompt becomes; undefined: it is left out, because it comes on standard input. */
  readonly prompt: string | undefined;
  readonly makeList: () => string;
}

interface Formed {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A prompt that is too long for a word and comes on standard input all the same need not be one. */
const promptWord = ({ stdin }: CommandSettings, prompt: string | undefined): string | undefined =>
  stdin === 'prompt' && prompt !== undefined && Buffer.byteLength(prompt) > longestWord ? undefined : prompt;

const textOf = ({ facts, prompt, makeList }: Ask, name: Exclude<Placeholder, 'files'>): string => {
  if (name === 'prompt') return prompt ?? '';
  return name === 'fileList' ? makeList() : meaningOf(facts, name);
};

const wordsForm = (ask: Ask, files: readonly string[]): Formed => {
  const words = ask.prompt === undefined ? ask.words.filter((word) => word !== '{prompt}') : ask.words;
  const { facts } = ask;
  const meanings = {
    files,
    text: (name: Exclude<Placeholder, 'files'>) => textOf(ask, name),
    words: (word: string) => wordsOfTrial(facts, word),
    isMeant: (name: string) => isMeant(name, facts),
  };
  return { words: expandWords(words, meanings), env: {} };
};

/** The text is the shell's; files are its parameters, also for a text that says `"$@"` itself, and all else its variables. */
const shellForm = (ask: Ask, files: readonly string[]): Formed => {
  const [text] = ask.words;
  const { facts } = ask;
  const env: Record<string, string> = {};
  for (const [, name] of text.matchAll(placeholderPattern)) {
    if (name === 'files' || !isMeant(name, facts)) continue;
    const known = name as Exclude<Placeholder, 'files'>;
    const [variable, value] = [variableOf(known), textOf(ask, known)];
    // The others are there already, unless they were too long.
    if (isOwn(known) || !fitsVariable(variable, value)) env[variable] = value;
  }
  return { words: ['sh', '-c', shellText(text, (name) => isMeant(name, facts)), 'sh', ...files], env };
};

/** What is not among the variables of every command: the prompt, the list of files, and what an arm does not set. */
const isOwn = (name: string): boolean => name === 'prompt' || name === 'fileList' || name.startsWith('setting.');

const isTooMuch = (words: readonly string[], room: number): boolean =>
  sizeOf(words) > room || words.some((word) => word.length > longestWord / 4 && Buffer.byteLength(word) > longestWord);

const problemOf = ({ words, env }: Formed, prompt: string | undefined, room: number): AttemptFailure | undefined => {
  if (!words[0]) return notStarted('the command has no first word', 'Write the name of a program first.');
  const values = Object.entries(env);
  const long =
    words.find((word) => Buffer.byteLength(word) > longestWord) ??
    values.find(([name, value]) => Buffer.byteLength(value) + name.length + 1 > longestWord)?.[1];
  const isOver = sizeOf(words) + sizeOfVariables(env) > room;
  const isPrompt = !!prompt && (long ?? words.find((word) => word.includes(prompt)))?.includes(prompt);
  if ((long !== undefined || isOver) && isPrompt) return promptTooLong(Buffer.byteLength(prompt));
  if (long !== undefined) return wordTooLong(Buffer.byteLength(long), long);
  if (!isOver) return undefined;
  return notStarted(
    `the words and variables of ${words[0]} are more than the system takes`,
    say`Name fewer variables in ${option('task', 'env')}, or read from standard input (${setting(option('task', 'stdin'), 'json')}) instead.`,
  );
};
