import { show } from './show.js';

export interface JsonProblem {
  /** The steps that lead to it; none for the value itself. */
  readonly at: readonly (string | number)[];
  readonly found: string;
}

/** The first thing in a value that JSON would lose or change; undefined where there is none. */
export const jsonProblem = (value: unknown): JsonProblem | undefined => problemAt(value, [], new Set());

const problemAt = (value: unknown, at: JsonProblem['at'], around: Set<object>): JsonProblem | undefined => {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { at, found: String(value) };
  if (typeof value !== 'object') return { at, found: show(value) };
  if (around.has(value)) return { at, found: 'a circle' };
  const prototype = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) {
    return { at, found: `a ${(value.constructor as { name?: string } | undefined)?.name ?? 'special object'}` };
  }
  around.add(value);
  for (const [name, inner] of Object.entries(value)) {
    const problem = problemAt(inner, [...at, Array.isArray(value) ? Number(name) : name], around);
    if (problem) return problem;
  }
  around.delete(value);
  return undefined;
};
