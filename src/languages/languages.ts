import { c } from './c/c.js';
import { csharp } from './csharp/csharp.js';
import { go } from './go/go.js';
import { javascript } from './javascript/javascript.js';
import { jvm } from './jvm/jvm.js';
import type { Language } from './language.js';
import { php } from './php/php.js';
import { python } from './python/python.js';
import { ruby } from './ruby/ruby.js';
import { rust } from './rust/rust.js';

/** Every language whose imports are read. Adding one is its own file or folder and one line here. */
export const languages: readonly Language[] = [javascript, python, go, c, rust, jvm, csharp, ruby, php];
