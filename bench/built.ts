import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is measured is what users get: the built code. */
export const builtUrl = new URL('../dist/index.js', import.meta.url);

export const isBuilt = (): boolean => existsSync(fileURLToPath(builtUrl));

export const built = (): Promise<typeof import('../dist/index.js')> => import(builtUrl.href);
