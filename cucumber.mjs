// No `paths` here: they would be run besides a file that is named (`npx cucumber-js features/reuse.feature`). Without any,
// all features are. Each of the two processes runs one scenario at a time, so whatever a scenario sees of threads,
// channels and variables of its process is its own.
export default {
  import: ['features/typescript.mjs', 'features/steps/**/*.ts'],
  format: ['summary'],
  strict: true,
  publish: false,
  parallel: 2,
};
