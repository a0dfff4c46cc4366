import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { CommandSettings } from '../../../src/domain/command.js';
import type { Leaf } from '../../../src/domain/subplan.js';
import type { CommandFacts } from '../../../src/run/process/command-facts.js';
import { type CommandOptions, makeCommand } from '../../../src/run/process/command-run.js';
import { ScratchFolder } from '../../../src/run/process/scratch.js';
import { makeRedactor } from '../../../src/util/redact.js';
import { eventually } from '../../eventually.js';
import { folderOf } from '../../test-folder.js';

export const settings = (words: readonly string[], more: Partial<CommandSettings> = {}): CommandSettings => ({
  words,
  shell: false,
  prompt: undefined,
  stdin: 'nothing',
  output: 'text',
  schema: undefined,
  env: undefined,
  rateLimit: { exitCodes: [], pattern: undefined },
  spends: {},
  version: undefined,
  ...more,
});

export const leafOf = (files: readonly string[], more: Partial<Leaf> = {}): Leaf => ({
  ...{ kind: 'leaf', id: 'leaf-1', label: 'a leaf', depth: 1, tokens: 7, parent: 'root', reason: 'fits' },
  ...{ keys: files, files, context: [], dependsOn: [], ...more },
});

export const factsOf = (root: string, leaf: Leaf, more: Partial<CommandFacts> = {}): CommandFacts => ({
  root,
  goal: 'a goal',
  runId: 'run-1',
  subject: { kind: 'leaf', leaf },
  lineage: () => ({ labels: ['project', 'part', leaf.label], siblings: ['one', 'three'] }),
  attempt: 1,
  sample: undefined,
  ...more,
});

interface RunSetting {
  readonly root?: string;
  readonly files?: readonly string[];
  readonly facts?: Partial<CommandFacts>;
  readonly options?: Partial<CommandOptions>;
  readonly mostLines?: number;
}

/** Runs one command, and keeps what it said. */
export const runOnce = (
  of: CommandSettings,
  { root = folderOf(), files = [], facts, options, mostLines = 1_000 }: RunSetting = {},
) => {
  const scratch = new ScratchFolder('test');
  onTestFinished(() => scratch.remove());
  const env = process.env;
  const command = makeCommand({ settings: of, env, redact: makeRedactor({}), scratch, graceMs: 5_000, ...options });
  const lines: string[] = [];
  const pids: number[] = [];
  const run = command.run(factsOf(root, leafOf(files), facts), {
    wants: () => lines.length < mostLines,
    line: (line) => lines.push(line),
    process: (pid) => pids.push(pid),
  });
  onTestFinished(async () => {
    run.end();
    await run.done;
  });
  return { ...run, root, lines, pids };
};

/** Resolves with what a file holds, once a process has written all of it: a line. */
export const lineIn = async (path: string): Promise<string> => {
  await eventually(() => {
    if (!existsSync(path) || !readFileSync(path, 'utf8').endsWith('\n')) throw new Error(`nothing in ${path} yet`);
  });
  return readFileSync(path, 'utf8').trim();
};

/** Whether a process is there and has not ended. */
export const isAlive = (pid: number): boolean => {
  const said = (): string => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  try {
    return !said().trim().startsWith('Z');
  } catch {
    return false;
  }
};

/** The shell text of a process that says its number and stays. */
export const stays = (file: string, before = ''): string => `${before} echo $$ > ${file}; while :; do sleep 0.05; done`;
