import { readFileSync } from 'node:fs';
import type { CommandSettings } from '../domain/command.js';
import type { Finding } from '../domain/failure.js';
import { type OptionMention, option } from '../domain/message.js';
import { invalidOptions } from '../options/fields.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { partOf } from '../options/subject.js';

/** Settings with the templates of prompts read. */
export const readPrompts = (settings: ExecuteSettings): ExecuteSettings => {
  const problems: Finding[] = [];
  const read = <S extends { readonly kind: string } | undefined>(at: OptionMention, source: S): S => {
    if (source?.kind !== 'command') return source;
    const { command } = source as unknown as { readonly command: CommandSettings };
    return { ...source, command: withPrompt(partOf(at, 'prompt'), command, problems) };
  };
  const { task, rollUp, sampling } = settings;
  const withTexts = {
    ...settings,
    task: read(option('task'), task),
    rollUp: read(option('rollUp'), rollUp),
    sampling: sampling && {
      ...sampling,
      accept: read(option('sampling', 'accept'), sampling.accept),
      repair: read(option('sampling', 'repair'), sampling.repair),
    },
  };
  if (problems.length > 0) throw invalidOptions(problems);
  return withTexts;
};

const withPrompt = (subject: OptionMention, command: CommandSettings, problems: Finding[]): CommandSettings => {
  const { promptFile, ...rest } = command;
  if (promptFile === undefined) return command;
  try {
    return { ...rest, prompt: readFileSync(promptFile, 'utf8') };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const expected = 'the file of a template that can be read';
    problems.push({ subject, expected, received: `${JSON.stringify(promptFile)}: ${why}` });
    return rest;
  }
};
