import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import type { CommandSettings } from '../../domain/command.js';
import { addUsage, noUsage, type Usage } from '../../domain/usage.js';

/** Nobody spends in more lines than that. */
const mostBytes = 1024 * 1024;

/** What the JSON output of a command says that it spent. Of many lines, the last that says it counts. */
export const spentIn = (value: unknown, { spends, output }: CommandSettings): Usage => {
  const values = output === 'ndjson' && Array.isArray(value) ? value.toReversed() : [value];
  const usage: Record<string, number> = {};
  for (const [name, paths] of Object.entries(spends)) {
    const numbers = paths.map((path) => first(values, path)).filter((number) => number !== undefined);
    if (numbers.length > 0) usage[name] = numbers.reduce((sum, number) => sum + number, 0);
  }
  return usage;
};

const first = (values: readonly unknown[], path: string): number | undefined => {
  for (const value of values) {
    const found = at(value, path.split('.'));
    if (isAmount(found)) return found;
  }
  return undefined;
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );

/** What a command wrote down that it spent; the file is taken away. Lines that say something else are counted. */
export const takeUsageFile = (path: string): { usage: Usage; wrongLines: number } => {
  // Most commands write nothing: to look whether it is there is all that these cost.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return { usage: noUsage, wrongLines: 0 };
  // A pipe would be waited for; a folder says nothing.
  const text = stats.isFile() ? startOf(path, stats.size) : '?';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  rmSync(path, { force: true, recursive: true });
  let usage = noUsage;
  let wrongLines = 0;
  for (const line of lines) {
    const amounts = amountsIn(line);
    if (amounts) usage = addUsage(usage, amounts);
    else wrongLines++;
  }
  return { usage, wrongLines };
};

const startOf = (path: string, size: number): string => {
  const bytes = Buffer.alloc(Math.min(mostBytes, size));
  const handle = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(handle);
  }
};

const amountsIn = (line: string): Usage | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every(isAmount) ? (value as Usage) : undefined;
  } catch {
    return undefined;
  }
};

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
