import { register } from 'tsx/esm/api';

// Not by `node --import tsx`: every thread that a scenario starts would load it again.
register();

export default {
  import: ['features/steps/**/*.ts'],
  paths: ['features/**/*.feature'],
  format: ['summary'],
  strict: true,
  publish: false,
};
