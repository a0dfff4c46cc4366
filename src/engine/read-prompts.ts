import { readFileSync } from 'node:fs';
import type { CommandSettings } from '../domain/command.js';
import type { Problem } from '../domain/failure.js';
import { invalidOptions } from '../options/fields.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';

/** Settings with the templates of prompts read. */
export const readPrompts = (settings: ExecuteSettings): ExecuteSettings => {
  const problems: Problem[] = [];
  const read = <S extends { readonly kind: string } | undefined>(field: string, source: S): S => {
    if (source?.kind !== 'command') return source;
    const { command } = source as unknown as { readonly command: CommandSettings };
    return { ...source, command: withPrompt(field, command, problems) };
  };
  const { task, rollUp, sampling } = settings;
  const withTexts = {
    ...settings,
    task: read('task', task),
    rollUp: read('rollUp', rollUp),
    sampling: sampling && {
      ...sampling,
      accept: read('sampling.accept', sampling.accept),
      repair: read('sampling.repair', sampling.repair),
    },
  };
  if (problems.length > 0) throw invalidOptions(problems);
  return withTexts;
};

const withPrompt = (field: string, command: CommandSettings, problems: Problem[]): CommandSettings => {
  const { promptFile, ...rest } = command;
  if (promptFile === undefined) return command;
  try {
    return { ...rest, prompt: readFileSync(promptFile, 'utf8') };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const expected = 'the file of a template that can be read';
    problems.push({ field: `${field}.prompt`, expected, received: `${JSON.stringify(promptFile)}: ${why}` });
    return rest;
  }
};
