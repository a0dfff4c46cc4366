import type { Language } from '../language.js';
import { readGo } from './read.js';
import { goResolver } from './resolve.js';

export const go: Language = {
  endings: { '.go': 'go' },
  importsPackages: true,
  read: readGo,
  resolver: goResolver,
};
