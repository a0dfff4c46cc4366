import { decompose, type Plan } from '../../dist/index.js';

/** A plan with one leaf for each name, in the order of the names sorted; the leaf's only file has that name. */
export const leavesNamed = async (names: readonly string[]): Promise<Plan> =>
  decompose({ files: names.map((path) => ({ path, tokens: 10 })), maxFiles: 1, minFiles: 1, maxChildren: 100_000 });

/** `ok-000`, `ok-001`, … */
export const numbered = (count: number, name = 'ok'): string[] =>
  Array.from({ length: count }, (_, i) => `${name}-${String(i).padStart(5, '0')}`);

export const fixture = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url);
