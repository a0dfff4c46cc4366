import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const everything = 'test/**/*.test.ts';

/** Folders whose tests call functions and look at what they return: no processes, no threads, no files of their own. */
const pureFolders = /^(?:cluster|experiment|graph|languages|options|plan|report|rollup|schedule|tasks|util)\//;
/** What a test does that others in its process would notice, or that notices what others did before it. */
const isNoticed =
  /\bvi\.(?:mock|hoisted|spyOn|stub\w+|useFakeTimers)|process\.|growth\.js|count-work\.js|\bimport\(|loaded/;

/** Importing the engine costs more than most of these tests, so they share a thread and what it has imported. */
const shared = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => pureFolders.test(file) && file.endsWith('.test.ts'))
  .map((file) => `test/${file}`)
  .filter((file) => !isNoticed.test(readFileSync(file, 'utf8')));

// No test waits for time to pass: these are ceilings for what never comes, and no machine is so slow as to reach them.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

// Counting work and measuring coverage both take V8's counters, so tests that count must know.
const env = process.argv.includes('--coverage') ? { SUBPLAN_COVERAGE: '1' } : {};
const common = { ...timeouts, env };

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a process or a thread. By default it is one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...common, name: 'shared', include: shared, pool: 'threads', isolate: false } },
      { test: { ...common, name: 'alone', include: [everything], exclude: [...shared, '**/node_modules/**'] } },
    ],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'], reportsDirectory: 'coverage' },
  },
});
