import type { Language } from '../language.js';
import { endings } from './endings.js';
import { read } from './read/read.js';
import { resolver } from './resolve/resolve.js';

/** JavaScript and TypeScript, and the single-file components that hold them. */
export const javascript: Language = {
  endings,
  read,
  resolver,
};
