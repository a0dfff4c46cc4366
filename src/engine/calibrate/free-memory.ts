import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

type Read = (file: string) => string;

const groups = '/sys/fs/cgroup';

/** The share of the memory that can still be had: of this host, or of the container it runs in where that has less. */
export const freeMemory = (read: Read = (file) => readFileSync(file, 'utf8')): number =>
  Math.min(freemem() / totalmem(), ...groupsOf(read).map((group) => freeIn(group, read)));

/** The control groups (version 2) this process stands in, from the innermost on. */
const groupsOf = (read: Read): string[] => {
  const [, path] = /^0::(\/.*)$/m.exec(orNothing(() => read('/proc/self/cgroup'))) ?? [];
  if (path === undefined) return [];
  const found: string[] = [];
  for (let at = path; at !== '/'; at = dirname(at)) found.push(join(groups, at));
  // In a container the top is the container's own group.
  return [...found, groups];
};

/** What files were read into counts as used there, but is given up for anything else. */
const freeIn = (group: string, read: Read): number => {
  const figure = (file: string, pattern: RegExp): number =>
    Number(pattern.exec(orNothing(() => read(join(group, file))))?.[1]);
  const limit = figure('memory.max', /^(\d+)$/m);
  const used = figure('memory.current', /^(\d+)$/m) - figure('memory.stat', /^inactive_file (\d+)$/m);
  const free = (limit - used) / limit;
  return Number.isNaN(free) ? 1 : free;
};

const orNothing = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};
