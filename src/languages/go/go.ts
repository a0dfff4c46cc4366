import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readGo } from './read.js';
import { goResolver } from './resolve.js';

export const go: Language = {
  endings,
  importsPackages: true,
  read: readGo,
  resolver: goResolver,
};
