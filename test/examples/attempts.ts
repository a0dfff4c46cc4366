import { inspect } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import type { Leaf, Task, TaskContext, Usage } from '../../dist/index.js';
import { folderOf } from '../test-folder.js';

interface Review {
  readonly findings: readonly { readonly file: string; readonly line?: number | null; readonly problem: string }[];
}

export const example = (name: string): URL => new URL(`../../docs/examples/${name}`, import.meta.url);
export const taskUrl = example('openai-task.mjs');
const { default: task } = (await import(taskUrl.href)) as { default: Task<Review> };

export const key = 'sk-very-secret-key';

/** What the task goes by. Threads begin with the variables that hold when a run begins. */
export const given = (variables: Readonly<Record<string, string | undefined>>): void => {
  const all = { OPENAI_MODEL: 'any', OPENAI_API_KEY: key, OPENAI_SILENCE_MS: undefined, ...variables };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};

const leaf = { id: 'abc', label: 'lib', files: ['lib/a.js', 'lib/b.js'], context: ['main.js'] } as unknown as Leaf;

/** One attempt at a leaf of two files, in this process. */
export const attempt = (
  signal: AbortSignal = new AbortController().signal,
  progress: TaskContext['progress'] = () => undefined,
) => {
  const spent: Usage[] = [];
  const context = {
    root: folderOf({ 'lib/a.js': 'export const a = 1;\n', 'lib/b.js': 'export const b = 2;\n' }),
    goal: 'look for leaks',
    lineage: { labels: ['project', 'lib'], siblings: [] },
    signal,
    attempt: 1,
    runId: 'run',
    log: () => undefined,
    progress,
    spend: (usage: Usage) => spent.push(usage),
  } as unknown as TaskContext;
  const value = Promise.resolve(task.run(leaf, context));
  return { value, spent };
};

export type Thrown = Error & { code?: string; retryable?: boolean; retryAfterMs?: number };

export const thrownBy = async (value: Promise<unknown>): Promise<Thrown> =>
  value.then(
    (given) => expect.unreachable(`it gave ${inspect(given)}`),
    (error: Thrown) => error,
  );

export const finding = { file: 'lib/a.js', line: 1, problem: 'it is never freed: größer als vorher' };
