import type { Plan } from '../dist/index.js';
import { built } from './built.js';

/** A plan with a leaf for each number of tokens, below branches of at most a thousand. Made of JSON: nothing is clustered. */
export const flatPlan = async (tokens: readonly number[]): Promise<Plan> => {
  const { Plan } = await built();
  const files = tokens.map((count, i) => ({
    ...{ path: `f${String(i).padStart(7, '0')}.ts`, bytes: 1, tokens: count, language: 'typescript' },
  }));
  const leaves = files.map(({ path }) => ({ label: path, reason: 'max-depth', files: [path] }));
  return Plan.from({
    ...{ format: 'subplan/plan', version: 1, kind: 'project', seed: 1, leftOut: [], notes: [], ties: [], files },
    bounds: { minFiles: 1, maxDepth: 8, maxChildren: 1_000 },
    strategy: { asked: 'auto', used: 'packing', why: '' },
    imports: { resolved: 0, external: 0, leftOut: 0, missing: 0 },
    tree: branch('project', leaves.length > 1_000 ? groups(leaves) : leaves),
  });
};

const branch = (label: string, children: readonly unknown[]) => ({ label, split: { by: 'packing' }, children });

const groups = (leaves: readonly unknown[]) =>
  Array.from({ length: Math.ceil(leaves.length / 1_000) }, (_, i) =>
    branch(`group ${i}`, leaves.slice(i * 1_000, (i + 1) * 1_000)),
  );
