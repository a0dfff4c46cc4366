import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { type Scanner, scanner } from './scanner.js';

/**
 * The imports of a Go file. They stand between the package clause and the first other declaration, so only the top of
 * the file is looked at. `import "C"` is cgo, which is not a package. A file declares the name of its package.
 */
export const readGo = (text: string, _path: string, declare?: Declare): Specifier[] => {
  const found = new Map<string, Specifier>();
  const add = (path: string | undefined): boolean => {
    if (path && path !== 'C' && !found.has(path)) found.set(path, { text: path, kind: 'import' });
    return path !== undefined;
  };
  const at = scanner(text);
  const name = at.takeWord('package') ? at.takeName() : undefined;
  if (name === undefined) return [];
  declare?.(name);
  while (at.takeWord('import')) {
    if (at.takeMark('(')) {
      while (!at.takeMark(')')) if (!add(importSpec(at))) break;
    } else if (!add(importSpec(at))) break;
  }
  return [...found.values()];
};

/** A path, perhaps after an alias, `_` or `.`. */
const importSpec = (at: Scanner): string | undefined => {
  if (!at.takeMark('.')) at.takeName();
  return at.takeString();
};
