import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readImports } from './read.js';
import { pythonResolver } from './resolve.js';

/** Python, its stubs and, as far as its imports look like Python's, Cython. */
export const python: Language = {
  endings,
  read: readImports,
  resolver: pythonResolver,
};
