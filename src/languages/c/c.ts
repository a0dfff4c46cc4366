import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readC } from './read.js';
import { cResolver } from './resolve.js';

/** C and C++, and what is compiled like them: Objective-C and CUDA. A `.h` file may be any of them and goes as C. */
export const c: Language = {
  endings,
  read: readC,
  resolver: cResolver,
};
