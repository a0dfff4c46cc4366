import type { AttemptFailure } from '../../domain/attempt-failure.js';
import type { CommandInput, CommandSettings } from '../../domain/command.js';
import type { CommandFacts } from './command-facts.js';
import { type Environment, inherited } from './environment.js';
import { prepare } from './prepare.js';

/** What would be run. */
export interface CommandPreview {
  readonly words: readonly string[];
  readonly stdin: { readonly kind: CommandInput; readonly text: string | undefined };
  readonly prompt: string | undefined;
  /** Names of the variables it would be given, sorted. */
  readonly variables: readonly string[];
  readonly failure?: undefined;
}

export interface Previewed {
  readonly settings: CommandSettings;
  readonly facts: CommandFacts;
  readonly env: Environment;
}

/** Where files would be: none is written. */
const nowhere = {
  list: (names: readonly string[]) => `<a file with ${names.length} names>`,
  path: (name: string) => `<a file for ${name}>`,
};

/** What a command would be for an attempt, without running anything or leaving anything behind. */
export const previewCommand = ({
  settings,
  facts,
  env,
}: Previewed): CommandPreview | { readonly failure: AttemptFailure } => {
  const base = inherited(env, settings.env);
  const { prepared, failure } = prepare({ settings, base, facts, scratch: nowhere });
  if (failure) return { failure };
  const { words, input, prompt } = prepared;
  return { words, stdin: { kind: settings.stdin, text: input }, prompt, variables: Object.keys(prepared.env).sort() };
};
