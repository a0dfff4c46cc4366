import type { StandardSchema } from './schema.js';

/** What a command is told on its standard input: the leaf (or branch) as JSON, its prompt, or nothing. */
export type CommandInput = 'json' | 'prompt' | 'nothing';

/** How the standard output of a command is read. */
export type CommandOutput = 'text' | 'json' | 'ndjson';

/** How a command says that its service asks to wait. */
export interface CommandRateLimit {
  readonly exitCodes?: readonly number[];
  /**
   * Looked for in both outputs of a command that failed. A group named `seconds` or `ms` in it is the time to wait.
   */
  readonly pattern?: string | RegExp;
}

/** A command as a task: one process for each attempt. */
export interface CommandTask {
  /** Its words. One text is split into words as a shell would split it; no shell runs it. */
  readonly exec: string | readonly string[];
  /** Whether `sh -c` runs it. Placeholders become parameters of the shell, so that nothing in them is run. */
  readonly shell?: boolean;
  /** The file of a template, or its text: what stands for `{prompt}`. */
  readonly prompt?: string | URL | { readonly text: string };
  /** The prompt by default where there is one and no word has it; else JSON. */
  readonly stdin?: CommandInput;
  readonly output?: CommandOutput;
  /** What the value must fit. */
  readonly schema?: StandardSchema;
  /** Names of the variables that are handed on, with * for any letters; all of them by default. */
  readonly env?: readonly string[];
  readonly rateLimit?: CommandRateLimit;
  /** Where its JSON output tells what was spent: `{ usd: 'total_cost_usd', tokens: 'usage.input_tokens+usage.output_tokens' }`. */
  readonly spends?: Readonly<Record<string, string>>;
  /** Raised when it means something else than before, though its words are the same. */
  readonly version?: string;
}

/** A command with every field decided. */
export interface CommandSettings {
  /** At least one. With a shell: the one text it runs. */
  readonly words: readonly string[];
  readonly shell: boolean;
  /** The text of the template, and where it is to be read from as long as it is not. */
  readonly prompt: string | undefined;
  readonly promptFile?: string;
  readonly stdin: CommandInput;
  readonly output: CommandOutput;
  readonly schema: StandardSchema | undefined;
  readonly env: readonly string[] | undefined;
  readonly rateLimit: { readonly exitCodes: readonly number[]; readonly pattern: string | undefined };
  /** By name of what is spent: paths into its JSON output, whose numbers are added. */
  readonly spends: Readonly<Record<string, readonly string[]>>;
  readonly version: string | undefined;
}

/** The standard output of a command that is too long for a value: it is kept whole in a file. */
export interface OutputFile {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly bytes: number;
  /** How it begins and how it ends. */
  readonly start: string;
  readonly end: string;
}

/** Whether a value is such a description. */
export const isOutputFile = (value: unknown): value is OutputFile => {
  if (typeof value !== 'object' || value === null) return false;
  const { file, bytes, start, end } = value as Partial<OutputFile>;
  return typeof file === 'string' && typeof bytes === 'number' && typeof start === 'string' && typeof end === 'string';
};

/** A process that was started for an attempt, so that it can be found again. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in the words of the system: another process with its number has another. */
  readonly started: string | undefined;
  /** Which start of the machine that was. */
  readonly boot: string | undefined;
}

/** What a command is told by variables. Inside of one they are no settings of a subplan that it runs itself. */
export const commandVariables = [
  ...['SUBPLAN_RUN_ID', 'SUBPLAN_MARK', 'SUBPLAN_ID', 'SUBPLAN_LABEL', 'SUBPLAN_KIND', 'SUBPLAN_ROOT', 'SUBPLAN_GOAL'],
  ...['SUBPLAN_ATTEMPT', 'SUBPLAN_TRY', 'SUBPLAN_ROUND', 'SUBPLAN_FEEDBACK', 'SUBPLAN_USAGE', 'SUBPLAN_FILE_LIST'],
  ...[
    'SUBPLAN_PROMPT',
    'SUBPLAN_OUTER_MARKS',
    'SUBPLAN_PROJECT',
    'SUBPLAN_CASE',
    'SUBPLAN_ARM',
    'SUBPLAN_REPLICATION',
    'SUBPLAN_INPUT',
  ],
] as readonly string[];
