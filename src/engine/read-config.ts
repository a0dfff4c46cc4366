import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Larger files are no configuration. */
const maxBytes = 4 * 1024 * 1024;

/** Reads configuration files (tsconfig.json, package.json, go.mod) below the root; undefined where that fails. */
export const configReader =
  (root: string) =>
  (path: string): string | undefined => {
    try {
      const text = readFileSync(join(root, path), 'utf8');
      return text.length <= maxBytes ? text : undefined;
    } catch {
      return undefined;
    }
  };
