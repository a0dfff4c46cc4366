import type { Language } from '../language.js';
import { read } from './read/read.js';
import { resolver } from './resolve/resolve.js';

/** JavaScript and TypeScript, and the single-file components that hold them. */
export const javascript: Language = {
  endings: {
    '.js': 'javascript',
    '.mjs': 'javascript',
    '.cjs': 'javascript',
    '.jsx': 'javascript',
    '.ts': 'typescript',
    '.mts': 'typescript',
    '.cts': 'typescript',
    '.tsx': 'typescript',
    '.vue': 'vue',
    '.svelte': 'svelte',
  },
  read,
  resolver,
};
