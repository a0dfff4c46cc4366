/**
 * How one file mentions another. The kinds are those a resolver must tell apart, not every syntax there is:
 * - `import`: a static import or re-export, a Python or Go import
 * - `type`: an import of types only
 * - `dynamic`: `import()` with a literal
 * - `require`: `require()`, `require.resolve()`, `import x = require()`
 * - `include`: C's `#include "x"`, PHP's `require 'x'`; `system`: C's `#include <x>`
 * - `module`: Rust's `mod x;`
 * - `name`: a name that is used without an import of its own, in languages where files see each other's names: a class of
 *   the same Java package, a constant that Ruby loads by convention. It may mean a file of the project; where it does not,
 *   it was no import, and is not counted as one.
 */
export type SpecifierKind = 'import' | 'type' | 'dynamic' | 'require' | 'include' | 'system' | 'module' | 'name';

export interface Specifier {
  /** As written, without quotes: `./parser.js`, `..models`, `net/http`, `server.h`. */
  readonly text: string;
  readonly kind: SpecifierKind;
  /** Names taken from it, where resolving needs them (Python's `from package import module`). */
  readonly names?: readonly string[];
}
