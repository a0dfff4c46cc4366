import { c } from './c/c.js';
import { go } from './go/go.js';
import { javascript } from './javascript/javascript.js';
import type { Language } from './language.js';
import { python } from './python/python.js';

/** Every language whose imports are read. Adding one is its own file or folder and one line here. */
export const languages: readonly Language[] = [javascript, python, go, c];
