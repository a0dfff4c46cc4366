import { budgetDefaults, type ExecuteOptions } from '../../options/execute-options.js';
import type { OptionFlag } from './flag.js';
import { readAmounts, readCodes, readCount, readDuration, readNumber, readSwitchText, readText } from './values.js';

const commands = 'Commands:';
const pacing = 'Pacing and budgets:';
const sampling = 'Sampling:';

type Flag = OptionFlag<keyof ExecuteOptions>;

const command = (
  part: string,
  flag: string,
  rest: Omit<Flag, 'option' | 'part' | 'flag' | 'group' | 'read'> & Partial<Flag>,
): Flag => ({
  ...{ option: 'task', part, flag, group: commands, read: readText },
  ...rest,
});

const upTo1000 = 'a whole number from 1 to 1000';
const someCommand = 'a command, such as \'claude -p "Review {files}"\'';

/** The flags of commands as tasks. */
export const commandFlags: readonly Flag[] = [
  command('exec', '--exec <command>', {
    says: "run a command for each leaf instead of a module: {files} {id} {label} {goal} {prompt} {root} stand for what is the leaf's; no shell runs it",
    expected: someCommand,
  }),
  command('shell', '--shell', {
    says: 'let sh run the commands, for pipes and &&',
    expected: '1 or 0',
    read: readSwitchText,
  }),
  command('prompt', '--prompt <file>', {
    says: 'a template that becomes {prompt}, or the standard input where no word has {prompt}',
    expected: 'the file of a template',
  }),
  command('stdin', '--stdin <what>', {
    says: 'what stands on standard input: json (the leaf), prompt, or nothing',
    expected: 'one of json, prompt, nothing',
  }),
  command('output', '--output-format <what>', {
    says: 'how standard output is read: text, json, or ndjson (default: text; json with --spend)',
    expected: 'one of text, json, ndjson',
  }),
  command('env', '--env <names>', {
    many: { commas: true },
    says: 'hand on only these variables, such as HOME,ANTHROPIC_*; PATH is always handed on',
    expected: 'names of variables, with * for any letters',
  }),
  command('version', '--task-version <text>', {
    says: 'raise it when the command means something else than before, so that nothing is reused',
    expected: 'a text',
  }),
  command('spends', '--spend <name=path>', {
    many: { commas: true, gather: readAmounts },
    says: 'where JSON output tells what was spent: usd=total_cost_usd,tokens=usage.input_tokens+usage.output_tokens',
    expected: 'a name and a path, such as usd=total_cost_usd',
  }),
  command('rateLimit.exitCodes', '--rate-limit-exit <codes>', {
    many: { commas: true, gather: readCodes },
    says: 'exit codes by which a command says that its service asks to wait',
    expected: 'exit codes from 1 to 255, such as 75',
  }),
  command('rateLimit.pattern', '--rate-limit-pattern <regex>', {
    says: 'the same by what a failed command prints; (?<seconds>\\d+) in it is the time to wait',
    expected: 'a regular expression, such as "/rate.?limit|429/i"',
  }),
  {
    ...{ option: 'rollUp', part: 'exec', flag: '--rollup-exec <command>', group: commands, read: readText },
    ...{ says: 'roll a branch up by a command: its children stand on standard input as JSON', expected: someCommand },
  },
];

/** The flags of what holds a run back. */
export const pacingFlags: readonly Flag[] = [
  {
    ...{ option: 'requestsPerMinute', flag: '--requests-per-minute <n>', group: pacing, read: readCount },
    ...{ says: 'attempts that may start in a minute, spread evenly', expected: 'a number above 0' },
  },
  {
    ...{ option: 'tokensPerMinute', flag: '--tokens-per-minute <n>', group: pacing, read: readCount },
    ...{ says: 'tokens of leaves that may start in a minute: 100k', expected: 'a number above 0, such as 100k' },
  },
  {
    ...{ option: 'budget', part: 'usd', flag: '--budget-usd <amount>', group: pacing, read: readNumber },
    ...{
      says: `money the run may spend, as its task reports it; a warning comes at ${budgetDefaults.softAt * 100} %`,
      expected: 'an amount above 0, such as 20 or 0.5',
    },
  },
  {
    ...{ option: 'budget', part: 'tokens', flag: '--budget-tokens <n>', group: pacing, read: readCount },
    ...{ says: 'tokens the run may spend: 500k, 5M', expected: 'a number above 0, such as 500k or 5M' },
  },
  {
    ...{ option: 'budget', part: 'timeMs', flag: '--budget-time <duration>', group: pacing, read: readDuration },
    ...{ says: 'how long the run may take: 30m, 8h', expected: 'a duration above 0, such as 30m or 8h' },
  },
  {
    ...{ option: 'usdPerMillionTokens', flag: '--usd-per-mtok <amount>', group: pacing, read: readNumber },
    ...{ says: 'what a million tokens cost, for estimates', expected: 'an amount above 0, such as 3' },
  },
];

/** The flags of several tries at a leaf. */
export const samplingFlags: readonly Flag[] = [
  {
    ...{ option: 'sampling', part: 'breadth', flag: '--breadth <n>', group: sampling, read: readCount },
    ...{ says: 'tries at each leaf, side by side (default: 1)', expected: upTo1000 },
  },
  {
    ...{ option: 'sampling', part: 'depth', flag: '--depth <n>', group: sampling, read: readCount },
    ...{ says: 'rounds of each try: try, accept, repair (default: 1)', expected: upTo1000 },
  },
  {
    ...{ option: 'sampling', part: 'accept', flag: '--accept <command>', group: sampling, read: readText },
    ...{
      says: 'a command that accepts a value by exit code 0; what it prints otherwise is {feedback}',
      expected: "a command, such as 'npm test'",
    },
  },
  {
    ...{ option: 'sampling', part: 'repair', flag: '--repair <command>', group: sampling, read: readText },
    ...{ says: 'the command of the rounds after the first (default: --exec)', expected: someCommand },
  },
  {
    ...{ option: 'sampling', part: 'select', flag: '--select <which>', group: sampling, read: readText },
    ...{
      says: 'what to take where nothing is accepted: the first or the last value (default: the leaf fails)',
      expected: 'first or last',
    },
  },
  {
    ...{ option: 'sampling', part: 'pick', flag: '--pick <which>', group: sampling, read: readText },
    ...{
      says: 'the first accepted value, or that of the lowest try, which is the same each time (default: first)',
      expected: 'first or lowest',
    },
  },
];
