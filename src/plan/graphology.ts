import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * graphology and its packages, loaded when a graph is first asked for: most plans are made, shown and run without. A
 * graph is given at once and not as a promise, so `import()` is of no use here.
 */
const load = createRequire(import.meta.url);

/** The ES module, by its file: users who import graphology get the same classes, so that `instanceof` holds. */
export const graphology = (): typeof import('graphology') => load(fileURLToPath(import.meta.resolve('graphology')));
export const dag = (): typeof import('graphology-dag') => load('graphology-dag');
export const pagerank = (): typeof import('graphology-metrics/centrality/pagerank.js').default =>
  load('graphology-metrics/centrality/pagerank.js');
