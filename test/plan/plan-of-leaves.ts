import { Plan } from '../../src/index.js';

/** A plan with as many leaves of one file each, named by number, and the imports between them. */
export const planOfLeaves = (leaves: number, imports: readonly (readonly [from: number, to: number])[]): Plan => {
  const files = Array.from({ length: leaves }, (_, i) => ({
    ...{ path: `${String(i).padStart(5, '0')}.ts`, bytes: 1, tokens: 1, language: 'typescript' },
  }));
  const nodes = files.map(({ path }, i) => ({ label: `leaf ${i}`, reason: 'max-depth', files: [path] }));
  const [only] = nodes;
  const tree = leaves === 1 ? only : { label: 'project', split: { by: 'imports' }, children: nodes };
  return Plan.from({
    ...{ format: 'subplan/plan', version: 1, kind: 'project', seed: 1, leftOut: [], notes: [], files },
    ties: imports.map(([from, to]) => [from, to, 1, 'import']),
    bounds: { minFiles: 1, maxDepth: 8, maxChildren: Math.max(2, leaves) },
    strategy: { asked: 'imports', used: 'imports', why: '' },
    imports: { resolved: imports.length, external: 0, leftOut: 0, missing: 0 },
    ...(leaves === 0 ? {} : { tree }),
  });
};
