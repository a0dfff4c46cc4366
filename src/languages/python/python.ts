import type { Language } from '../language.js';
import { readImports } from './read.js';
import { pythonResolver } from './resolve.js';

/** Python, its stubs and, as far as its imports look like Python's, Cython. */
export const python: Language = {
  endings: { '.py': 'python', '.pyi': 'python', '.pyx': 'cython', '.pxd': 'cython' },
  read: readImports,
  resolver: pythonResolver,
};
