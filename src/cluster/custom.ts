import { SubplanFailure } from '../domain/failure.js';
import type { StrategyFunction } from '../domain/strategy.js';
import { show } from '../util/show.js';
import { ascending, type Ground } from './ground.js';
import type { Way } from './grow.js';
import type { Unit } from './unit.js';

/** A user's strategy as a way to split, with what it returns checked: each file in exactly one group. */
export const customWay = (ground: Ground, strategy: StrategyFunction): Way => ({
  by: 'custom',
  split(files, depth) {
    let groups: unknown;
    try {
      groups = strategy(
        files.map((file) => Object.freeze({ ...ground.files[file] })),
        { depth },
      );
    } catch (cause) {
      throw trouble(`the strategy function threw: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
    if (groups === undefined || groups === null) return undefined;
    if (!Array.isArray(groups) || !groups.every(Array.isArray)) {
      throw trouble(`the strategy function must return an array of arrays of paths, got ${describe(groups)}`);
    }
    return unitsOf({ ground, files, groups });
  },
});

const unitsOf = ({ ground, files, groups }: { ground: Ground; files: Unit; groups: unknown[][] }): Unit[] => {
  const waiting = new Map(files.map((file) => [ground.files[file].path, file]));
  const units = groups
    .filter(({ length }) => length > 0)
    .map((group) =>
      group
        .map((path) => {
          const file = waiting.get(path as string);
          if (file === undefined) {
            throw trouble(`the strategy function returned ${show(path)} twice, or without having been given it`);
          }
          waiting.delete(path as string);
          return file;
        })
        .sort(ascending),
    );
  const [forgotten] = waiting.keys();
  if (forgotten !== undefined) {
    throw trouble(`the strategy function left out ${show(forgotten)} (${waiting.size} of ${files.length} files)`);
  }
  return units;
};

const describe = (value: unknown): string => (value instanceof Promise ? 'a promise' : typeof value);

const trouble = (message: string, cause?: unknown): SubplanFailure =>
  new SubplanFailure({
    code: 'strategy-failed',
    message,
    nextStep: 'Return groups in which each given path stands exactly once, or undefined where there is no split.',
    cause,
  });
