import { defineConfig } from 'vitest/config';

// No test waits for time to pass: these are ceilings for what never comes, and no machine is so slow as to reach them.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
