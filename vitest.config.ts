import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve, sep } from 'node:path';
import { defineConfig } from 'vitest/config';

const read = (file: string): string => readFileSync(file, 'utf8');
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'));

/** What a test replaces is replaced by vitest, so it has to load the source itself. */
const mocking = files.filter((file) => /\bvi\.mock\(/.test(read(file)));

/** Folders whose tests call functions and look at what they return: no processes, no threads, no files of their own. */
const pureFolders =
  /^test\/(?:cluster|experiment|graph|inventory|languages|options|plan|report|rollup|schedule|tasks|util)\//;
/** What a test does that others in its process would notice, or that notices what others did before it. */
const isNoticed =
  /\bvi\.(?:mock|hoisted|spyOn|stub\w+|useFakeTimers)|process\.|growth\.js|count-work\.js|\bimport\(|loaded/;

/** Loading the engine costs more than most of these tests, so they share a thread and what it has loaded. */
const shared = files.filter((file) => pureFolders.test(file) && !isNoticed.test(read(file)));

/** What a test counts, work or what is loaded, must not be what another did before it. */
const counts = /growth\.js|count-work\.js|-loading\.|parsed-once/;
const counting = files.filter((file) => !mocking.includes(file) && (counts.test(file) || counts.test(read(file))));

/** These share a process, one after the other: what they do to it they undo. */
const inTurn = files.filter((file) => ![shared, mocking, counting].some((list) => list.includes(file)));

// No test waits for time to pass: these are ceilings for what never comes, and no machine is so slow as to reach them.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

// Counting work and measuring coverage both take V8's counters, so tests that count must know.
const measuresCoverage = process.argv.includes('--coverage');
const env = measuresCoverage ? { SUBPLAN_COVERAGE: '1' } : {};
const common = { ...timeouts, env, globalSetup: 'test/build-first.ts' };

/** Node loads what is built in a fraction of the time that vitest takes for the source. Coverage is that of the source. */
const [source, built] = [resolve('src') + sep, resolve('dist') + sep];
const loadBuilt = {
  name: 'load-built',
  enforce: 'pre' as const,
  resolveId: (id: string, importer?: string): string | undefined => {
    const path = id.startsWith('.') && importer ? resolve(importer, '..', id) : id;
    return path.startsWith(source) ? built + path.slice(source.length) : undefined;
  },
};
const isBuilt = new RegExp(`^${built.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
const plugins = measuresCoverage ? [] : [loadBuilt];
const server = measuresCoverage ? {} : { deps: { external: [isBuilt] } };

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a process or a thread. By default it is one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { plugins, test: { ...common, name: 'shared', include: shared, server, pool: 'threads', isolate: false } },
      { plugins, test: { ...common, name: 'in-turn', include: inTurn, server, isolate: false } },
      { plugins, test: { ...common, name: 'counting', include: counting, server } },
      { test: { ...common, name: 'mocking', include: mocking } },
    ],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'], reportsDirectory: 'coverage' },
  },
});
