import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CommandRateLimit, CommandSettings, CommandTask } from '../domain/command.js';
import type { Problem } from '../domain/failure.js';
import { patternText, readPattern } from '../util/pattern.js';
import { shellWords } from '../util/shell-words.js';
import { show } from '../util/show.js';
import { type Field, partProblems } from './fields.js';

/** What is told to be a command by its field: the others are looked at one by one. */
export const isCommand = (value: unknown): value is CommandTask =>
  typeof value === 'object' && value !== null && !(value instanceof URL) && 'exec' in value;

export const aCommand = z.custom(isCommand);

const isRegularExpression = (text: string): boolean => {
  try {
    readPattern(text);
    return true;
  } catch {
    return false;
  }
};

const aFileUrl = z.instanceof(URL).refine(({ protocol, host }) => protocol === 'file:' && host === '');

const fields: Record<keyof CommandTask, Field> = {
  exec: {
    schema: z.union([z.string().min(1), z.array(z.string()).min(1)]),
    expected: 'a command as text, or its words in a list',
  },
  shell: { schema: z.boolean(), expected: 'true or false' },
  prompt: {
    schema: z.union([z.string().min(1), aFileUrl, z.strictObject({ text: z.string() })]),
    expected: 'the file of a template, or { text }',
  },
  stdin: { schema: z.enum(['json', 'prompt', 'nothing']), expected: '"json", "prompt" or "nothing"' },
  output: { schema: z.enum(['text', 'json', 'ndjson']), expected: '"text", "json" or "ndjson"' },
  schema: {
    schema: z.custom((value) => typeof (value as CommandTask['schema'])?.['~standard']?.validate === 'function'),
    expected: 'a Standard Schema, such as one of zod',
  },
  env: {
    schema: z.array(z.string().regex(/^[\w*]+$/)),
    expected: 'a list of names of variables, such as ["HOME", "AWS_*"]',
  },
  rateLimit: { schema: z.looseObject({}), expected: 'an object with exitCodes or pattern' },
  spends: {
    schema: z.record(z.string().min(1), z.string().regex(/^[^+\s]+(?:\+[^+\s]+)*$/)),
    expected: 'paths into its JSON by name, such as { usd: "total_cost_usd" }',
  },
  version: { schema: z.string().min(1), expected: 'a text' },
};

const rateLimitFields: Record<keyof CommandRateLimit, Field> = {
  exitCodes: { schema: z.array(z.int().min(1).max(255)), expected: 'a list of exit codes from 1 to 255, such as [75]' },
  pattern: {
    schema: z.union([z.string().min(1).refine(isRegularExpression), z.instanceof(RegExp)]),
    expected: 'a regular expression, such as /rate limit.*?(?<seconds>\\d+)/',
  },
};

/** A command with every field decided. What is wrong with it is added to the problems. */
export const resolveCommand = (field: string, task: CommandTask, problems: Problem[]): CommandSettings | undefined => {
  const found = partProblems(field, task, fields);
  if (found.length === 0) found.push(...partProblems(`${field}.rateLimit`, task.rateLimit ?? {}, rateLimitFields));
  problems.push(...found);
  if (found.length > 0) return undefined;
  const { exec, shell = false, env, schema, version, spends = {}, rateLimit = {} } = task;
  const words = wordsOf({ exec, shell }, (problem) => problems.push({ field: `${field}.exec`, ...problem }));
  const { prompt, promptFile } = promptOf(task.prompt);
  if (!words) return undefined;
  problems.push(...contradictions(field, task, words));
  const hasPrompt = task.prompt !== undefined && !words.some((word) => word.includes('{prompt}'));
  const { pattern } = rateLimit;
  return {
    ...{ words, shell, prompt, schema, env, version, ...(promptFile === undefined ? {} : { promptFile }) },
    stdin: task.stdin ?? (hasPrompt ? 'prompt' : 'json'),
    // What was spent can be read from JSON only.
    output: task.output ?? (Object.keys(spends).length > 0 ? 'json' : 'text'),
    rateLimit: {
      exitCodes: rateLimit.exitCodes ?? [],
      pattern: pattern instanceof RegExp ? patternText(pattern) : pattern,
    },
    spends: Object.fromEntries(Object.entries(spends).map(([name, paths]) => [name, paths.split('+')])),
  };
};

/** What each is right by itself and could never work together. */
const contradictions = (field: string, task: CommandTask, words: readonly string[]): Problem[] => {
  const { prompt, stdin, output, spends = {} } = task;
  const found: Problem[] = [];
  if (prompt === undefined && (stdin === 'prompt' || words.some((word) => word.includes('{prompt}')))) {
    found.push({
      field: `${field}.prompt`,
      expected: 'to stand there with a template, since the command asks for it',
      received: 'nothing',
    });
  }
  if (output === 'text' && Object.keys(spends).length > 0) {
    found.push({ field: `${field}.spends`, expected: 'to stand beside JSON or NDJSON as output', received: 'text' });
  }
  return found;
};

type Refuse = (problem: Omit<Problem, 'field'>) => void;

const wordsOf = ({ exec, shell }: Pick<CommandTask, 'exec' | 'shell'>, refuse: Refuse): string[] | undefined => {
  if (shell) {
    if (typeof exec === 'string') return [exec];
    refuse({ expected: 'one text, since a shell runs it', received: show(exec) });
    return undefined;
  }
  if (typeof exec !== 'string') return [...exec];
  const { words, problem } = shellWords(exec);
  if (problem !== undefined)
    refuse({ expected: 'words as a shell would read them', received: `${show(exec)}: ${problem}` });
  else if (words.length === 0) refuse({ expected: 'a command', received: show(exec) });
  else return [...words];
  return undefined;
};

/** Files are read by who carries the command out. */
const promptOf = (prompt: CommandTask['prompt']): Pick<CommandSettings, 'prompt' | 'promptFile'> => {
  if (prompt === undefined) return { prompt: undefined };
  if (typeof prompt === 'object' && 'text' in prompt) return { prompt: prompt.text };
  return { prompt: undefined, promptFile: prompt instanceof URL ? fileURLToPath(prompt) : resolve(prompt) };
};
