/**
 * How one file mentions another. The kinds are those a resolver must tell apart, not every syntax there is:
 * - `import`: a static import or re-export, a Python or Go import
 * - `type`: an import of types only
 * - `dynamic`: `import()` with a literal
 * - `require`: `require()`, `require.resolve()`, `import x = require()`
 * - `include`: C's `#include "x"`; `system`: C's `#include <x>`
 */
export type SpecifierKind = 'import' | 'type' | 'dynamic' | 'require' | 'include' | 'system';

export interface Specifier {
  /** As written, without quotes: `./parser.js`, `..models`, `net/http`, `server.h`. */
  readonly text: string;
  readonly kind: SpecifierKind;
  /** Names taken from it, where resolving needs them (Python's `from package import module`). */
  readonly names?: readonly string[];
}
