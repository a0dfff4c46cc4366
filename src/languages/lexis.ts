import { cLexis } from './c/lexis.js';
import { csharpLexis } from './csharp/lexis.js';
import { goLexis } from './go/lexis.js';
import { javascriptLexis } from './javascript/lexis.js';
import { javaLexis } from './jvm/java-lexis.js';
import { kotlinLexis } from './jvm/kotlin-lexis.js';
import type { Lexis } from './lexing/lexis.js';
import { phpLexis } from './php/lexis.js';
import { pythonLexis } from './python/lexis.js';
import { rubyLexis } from './ruby/lexis.js';
import { rustLexis } from './rust/lexis.js';

/**
 * How comments and literals are told from code, by the name of a language in inventories. Where each of them ends is
 * decided by the functions that the readers of imports call too.
 */
export const lexes: Readonly<Record<string, Lexis>> = {
  javascript: javascriptLexis,
  typescript: javascriptLexis,
  python: pythonLexis,
  go: goLexis,
  c: cLexis,
  cpp: cLexis,
  rust: rustLexis,
  java: javaLexis,
  kotlin: kotlinLexis,
  csharp: csharpLexis,
  ruby: rubyLexis,
  php: phpLexis,
};
