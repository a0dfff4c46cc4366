import { resolve } from 'node:path';
import type { Problem } from '../../domain/failure.js';
import { show } from '../../util/show.js';
import { isFile } from '../is-file.js';
import { isFromConfig, type Settings } from '../settings/settings.js';

/** What holds for every command. */
const ofAll = ['shell', 'env'];

type Options = Readonly<Record<string, unknown>>;

export interface CommandPlaces {
  readonly root: string;
  readonly cwd: string;
}

export interface WithCommands {
  readonly settings: Settings;
  readonly problems: readonly Problem[];
}

/**
 * Commands that were given as text become commands of the library. What was said of `--exec` holds for the others as far as it
 * is theirs: a repair is the same work again, a rollup has a value and may spend too. The file of a prompt is found from
 * where it was named.
 */
export const withCommands = (settings: Settings, { root, cwd }: CommandPlaces): WithCommands => {
  const { options, sources } = settings;
  const { problems, task } = taskOf(settings, { root, cwd });
  const parts: Record<string, unknown> = isCommand(task) ? task : {};
  const command = (name: string, value: unknown, inherited: readonly string[]): unknown => {
    if (!sources.has(name)) return value;
    const shared = Object.fromEntries(inherited.flatMap((part) => (part in parts ? [[part, parts[part]]] : [])));
    return { ...shared, ...(typeof value === 'string' ? { exec: value } : (value as object)) };
  };
  const { sampling, rollUp } = options;
  const sampled = isPlain(sampling)
    ? {
        ...sampling,
        ...('accept' in sampling ? { accept: command('sampling.accept', sampling.accept, ofAll) } : {}),
        ...('repair' in sampling ? { repair: command('sampling.repair', sampling.repair, Object.keys(parts)) } : {}),
      }
    : sampling;
  const { task: _, ...rest } = options;
  const made: Options = {
    ...rest,
    ...(task === undefined ? {} : { task }),
    ...(rollUp === undefined
      ? {}
      : { rollUp: command('rollUp.exec', rollUp, [...ofAll, 'output', 'spends', 'rateLimit']) }),
    ...(sampled === undefined ? {} : { sampling: sampled }),
  };
  return { settings: { options: made, sources }, problems };
};

const taskOf = (settings: Settings, { root, cwd }: CommandPlaces): { task: unknown; problems: Problem[] } => {
  const { options, sources } = settings;
  const { task } = options;
  const parts = [...sources].filter(([name]) => name.startsWith('task.'));
  if (parts.length === 0) return { task: withPrompt(task, root), problems: [] };
  // What a module or a function is run with is none of a command's.
  const named = sources.get('task');
  const isOverruled = sources.get('task.exec')?.kind === 'flag' && named?.kind !== 'flag';
  if (named !== undefined && !isFromConfig(settings, 'task') && !isOverruled) {
    const [[, { name }]] = parts;
    return { task, problems: [{ field: name, expected: `to stand without ${named.name}`, received: 'both' }] };
  }
  if (!isCommand(task) || task.exec === undefined) {
    const [[, { name }]] = parts;
    const received = show(isPlain(task) ? Object.values(task)[0] : task);
    return {
      task: undefined,
      problems: [{ field: name, expected: 'to stand beside --exec, also on --resume', received }],
    };
  }
  const made = withPrompt(task, sources.has('task.prompt') ? cwd : root);
  return { task: made, problems: missingPrompt(made, sources) };
};

const missingPrompt = (task: unknown, sources: Settings['sources']): Problem[] => {
  const { prompt } = task as { readonly prompt?: unknown };
  if (typeof prompt !== 'string' || isFile(prompt)) return [];
  const received = `${show(prompt)}, where there is none`;
  return [{ field: sources.get('task.prompt')?.name ?? 'task.prompt', expected: 'the file of a template', received }];
};

const withPrompt = (task: unknown, base: string): unknown =>
  isCommand(task) && typeof task.prompt === 'string' ? { ...task, prompt: resolve(base, task.prompt) } : task;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof URL);

const isCommand = (value: unknown): value is Record<string, unknown> => isPlain(value) && !('run' in value);
