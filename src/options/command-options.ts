import type { CommandRateLimit, CommandTask } from '../domain/command.js';
import type { StandardSchema } from '../domain/schema.js';
import { readPattern } from '../util/pattern.js';
import { oneOf, someText, yesOrNo } from './checks.js';
import type { FlagRow } from './flag-row.js';
import { option, type Row } from './row.js';

const isRegularExpression = (text: string): boolean => {
  try {
    readPattern(text);
    return true;
  } catch {
    return false;
  }
};

const isFileUrl = ({ protocol, host }: URL): boolean => protocol === 'file:' && host === '';
const isSchema = (value: unknown): boolean =>
  typeof (value as StandardSchema | null | undefined)?.['~standard']?.validate === 'function';

export const someCommand = 'a command, such as \'claude -p "Review {files}"\'';

const part = (flag: Omit<FlagRow, 'text' | 'group'> & Partial<FlagRow>): Pick<Row, 'resume'> & { flag: FlagRow } => ({
  resume: 'result',
  flag: { text: 'text', group: 'Commands', ...flag },
});

const rateLimitRows = {
  exitCodes: option({
    schema: (z) => z.array(z.int().min(1).max(255)).readonly(),
    expected: 'a list of exit codes from 1 to 255, such as [75]',
    ...part({
      ...{ flag: '--rate-limit-exit <codes>', text: 'codes', many: 'commas' },
      help: 'exit codes by which a command says that its service asks to wait',
      expected: 'exit codes from 1 to 255, such as 75',
    }),
  }),
  pattern: option({
    schema: (z) => z.union([z.string().min(1).refine(isRegularExpression), z.instanceof(RegExp)]),
    expected: 'a regular expression, such as /rate limit.*?(?<seconds>\\d+)/',
    ...part({
      flag: '--rate-limit-pattern <regex>',
      help: 'the same by what a failed command prints; (?<seconds>\\d+) in it is the time to wait',
      expected: 'a regular expression, such as "/rate.?limit|429/i"',
    }),
  }),
} satisfies Record<keyof CommandRateLimit, Row>;

/** What a command is made of, a row for each part. */
export const commandRows = {
  exec: option({
    schema: (z) => z.union([z.string().min(1), z.array(z.string()).min(1).readonly()]),
    expected: 'a command as text, or its words in a list',
    ...part({
      ...{ flag: '--exec <command>', expected: someCommand, common: true },
      help: "run a command for each leaf instead of a module: {files} {id} {label} {goal} {prompt} {root} stand for what is the leaf's; no shell runs it",
    }),
  }),
  shell: option({
    ...yesOrNo,
    ...part({ flag: '--shell', text: 'switch', help: 'let sh run the commands, for pipes and &&' }),
  }),
  prompt: option({
    schema: (z) =>
      z.union([z.string().min(1), z.instanceof(URL).refine(isFileUrl), z.strictObject({ text: z.string() })]),
    expected: 'the file of a template, or { text }',
    ...part({
      ...{ flag: '--prompt <file>', expected: 'the file of a template', common: true },
      help: 'a template that becomes {prompt}, or the standard input where no word has {prompt}',
    }),
  }),
  stdin: option({
    ...oneOf(['json', 'prompt', 'nothing']),
    expected: '"json", "prompt" or "nothing"',
    ...part({
      flag: '--stdin <what>',
      help: 'what stands on standard input: json (the leaf), prompt, or nothing',
    }),
  }),
  output: option({
    ...oneOf(['text', 'json', 'ndjson']),
    expected: '"text", "json" or "ndjson"',
    ...part({
      flag: '--output-format <what>',
      help: 'how standard output is read: text, json, or ndjson (default: text; json with --spend)',
    }),
  }),
  schema: option({
    schema: (z) => z.custom<StandardSchema>(isSchema),
    expected: 'a Standard Schema, such as one of zod',
    resume: 'result',
  }),
  env: option({
    schema: (z) => z.array(z.string().regex(/^[\w*]+$/)).readonly(),
    expected: 'a list of names of variables, such as ["HOME", "AWS_*"]',
    ...part({
      ...{ flag: '--env <names>', many: 'commas', expected: 'names of variables, with * for any letters' },
      help: 'hand on only these variables, such as HOME,ANTHROPIC_*; PATH is always handed on',
    }),
  }),
  version: option({
    ...someText,
    ...part({
      ...{ flag: '--task-version <text>', expected: 'a text' },
      help: 'raise it when the command means something else than before, so that nothing is reused',
    }),
  }),
  spends: option({
    schema: (z) => z.record(z.string().min(1), z.string().regex(/^[^+\s]+(?:\+[^+\s]+)*$/)).readonly(),
    expected: 'paths into its JSON by name, such as { usd: "total_cost_usd" }',
    ...part({
      ...{ flag: '--spend <name=path>', text: 'amounts', many: 'commas' },
      help: 'where JSON output tells what was spent: usd=total_cost_usd,tokens=usage.input_tokens+usage.output_tokens',
      expected: 'a name and a path, such as usd=total_cost_usd',
    }),
  }),
  rateLimit: option({
    schema: (z) => z.looseObject({}),
    expected: 'an object with exitCodes or pattern',
    resume: 'result',
    parts: rateLimitRows,
  }),
} satisfies Record<keyof CommandTask, Row>;
