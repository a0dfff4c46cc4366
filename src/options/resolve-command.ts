import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSettings, CommandTask } from '../domain/command.js';
import type { Finding } from '../domain/failure.js';
import type { OptionMention } from '../domain/message.js';
import { patternText } from '../util/pattern.js';
import { shellWords } from '../util/shell-words.js';
import { show } from '../util/show.js';
import { commandRows } from './command-options.js';
import { fieldProblems } from './fields.js';
import { partOf } from './subject.js';

/** A command with every field decided. What is wrong with it is added to the problems. */
export const resolveCommand = (
  at: OptionMention,
  task: CommandTask,
  problems: Finding[],
): CommandSettings | undefined => {
  const found = fieldProblems(task, commandRows, at);
  if (found.length === 0)
    found.push(...fieldProblems(task.rateLimit ?? {}, commandRows.rateLimit.parts ?? {}, partOf(at, 'rateLimit')));
  problems.push(...found);
  if (found.length > 0) return undefined;
  const { exec, shell = false, env, schema, version, spends = {}, rateLimit = {} } = task;
  const words = wordsOf({ exec, shell }, (problem) => problems.push({ subject: partOf(at, 'exec'), ...problem }));
  const { prompt, promptFile } = promptOf(task.prompt);
  if (!words) return undefined;
  problems.push(...contradictions(at, task, words));
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
const contradictions = (at: OptionMention, task: CommandTask, words: readonly string[]): Finding[] => {
  const { prompt, stdin, output, spends = {} } = task;
  const found: Finding[] = [];
  if (prompt === undefined && (stdin === 'prompt' || words.some((word) => word.includes('{prompt}')))) {
    found.push({
      ...{ subject: partOf(at, 'prompt'), received: 'nothing', fault: 'relation' },
      expected: 'to stand there with a template, since the command asks for it',
    });
  }
  if (output === 'text' && Object.keys(spends).length > 0) {
    found.push({
      ...{ subject: partOf(at, 'spends'), received: 'text', fault: 'relation' },
      expected: 'to stand beside JSON or NDJSON as output',
    });
  }
  return found;
};

type Refuse = (problem: Omit<Finding, 'subject'>) => void;

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
