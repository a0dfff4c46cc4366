import { endings as cEndings } from './c/endings.js';
import { endings as csharpEndings } from './csharp/endings.js';
import { endings as goEndings } from './go/endings.js';
import { endings as javascriptEndings } from './javascript/endings.js';
import { endings as jvmEndings } from './jvm/endings.js';
import type { KnownLanguage } from './language.js';
import { endings as phpEndings } from './php/endings.js';
import { endings as pythonEndings } from './python/endings.js';
import { endings as rubyEndings } from './ruby/endings.js';
import { endings as rustEndings } from './rust/endings.js';

/** Every language whose imports are read. Adding one is its own folder and one line here. */
export const languages: readonly KnownLanguage[] = [
  { endings: javascriptEndings, load: async () => (await import('./javascript/javascript.js')).javascript },
  { endings: pythonEndings, load: async () => (await import('./python/python.js')).python },
  { endings: goEndings, load: async () => (await import('./go/go.js')).go },
  { endings: cEndings, load: async () => (await import('./c/c.js')).c },
  { endings: rustEndings, load: async () => (await import('./rust/rust.js')).rust },
  { endings: jvmEndings, load: async () => (await import('./jvm/jvm.js')).jvm },
  { endings: csharpEndings, load: async () => (await import('./csharp/csharp.js')).csharp },
  { endings: rubyEndings, load: async () => (await import('./ruby/ruby.js')).ruby },
  { endings: phpEndings, load: async () => (await import('./php/php.js')).php },
];
