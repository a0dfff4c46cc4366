import { describe, expect, test } from 'vitest';
import { freeMemory } from '../../../src/engine/calibrate/free-memory.js';

const gib = 2 ** 30;

/** A system with these files. */
const system = (files: Readonly<Record<string, string>>) => (file: string) => {
  if (files[file] === undefined) throw new Error('ENOENT');
  return files[file];
};

const group = (path: string, max: string, current: number, cached = 0): Record<string, string> => ({
  [`/sys/fs/cgroup${path}/memory.max`]: `${max}\n`,
  [`/sys/fs/cgroup${path}/memory.current`]: `${Math.round(current)}\n`,
  [`/sys/fs/cgroup${path}/memory.stat`]: `anon 5\nactive_file 7\ninactive_file ${Math.round(cached)}\n`,
});

const host = freeMemory(system({}));

describe('the memory that is free', () => {
  test('is a share of what the host has', () => {
    expect(host).toBeGreaterThan(0);
    expect(host).toBeLessThanOrEqual(1);
    expect(freeMemory()).toBeGreaterThan(0);
  });

  test('is that of the container where there is less: files that were read do not count', () => {
    const inside = { '/proc/self/cgroup': '0::/\n', ...group('', String(4 * gib), 3.9 * gib, 0.1 * gib) };
    expect(freeMemory(system(inside))).toBeCloseTo(Math.min(host, 0.05), 5);
  });

  test('is that of the narrowest of several groups', () => {
    const nested = {
      '/proc/self/cgroup': '4:memory:/old\n0::/outer/inner\n',
      ...group('/outer/inner', 'max', gib),
      ...group('/outer', String(10 * gib), 9.9 * gib),
    };
    expect(freeMemory(system(nested))).toBeCloseTo(Math.min(host, 0.01), 5);
  });

  test('is that of the host where no group has a bound', () => {
    const unbound = { '/proc/self/cgroup': '0::/a\n', ...group('/a', 'max', gib) };
    expect(freeMemory(system(unbound))).toBeCloseTo(host, 1);
  });
});
